/** The decision log: its guarantees, its format on disk, and its forced writes. Laws 4 to 8. */
@NullMarked
package dev.assent.core.log;

import org.jspecify.annotations.NullMarked;
