/** Room in a pool: admission, and the longest holder of a connection or session. */
@NullMarked
package dev.assent.resources.room;

import org.jspecify.annotations.NullMarked;
