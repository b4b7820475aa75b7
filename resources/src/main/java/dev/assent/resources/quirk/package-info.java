/** What databases and their drivers do otherwise than XA says, what is done about it, and a probe of it all. */
@NullMarked
package dev.assent.resources.quirk;

import org.jspecify.annotations.NullMarked;
