/** Commit protocols as pure tables, and the dispatchers that carry their steps out. */
@NullMarked
package dev.assent.core.commit;

import org.jspecify.annotations.NullMarked;
