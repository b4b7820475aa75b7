/** What databases and their drivers do otherwise than XA says, and what is done about it. */
@NullMarked
package dev.assent.resources.quirk;

import org.jspecify.annotations.NullMarked;
