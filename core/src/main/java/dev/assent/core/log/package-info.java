/** The decision log: what it promises, its format on disk, and how it is forced. Laws 4 to 8. */
@NullMarked
package dev.assent.core.log;

import org.jspecify.annotations.NullMarked;
