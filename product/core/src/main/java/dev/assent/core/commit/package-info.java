/** Commit protocols as pure tables, and the dispatchers that carry out their steps. */
@NullMarked
package dev.assent.core.commit;

import org.jspecify.annotations.NullMarked;
