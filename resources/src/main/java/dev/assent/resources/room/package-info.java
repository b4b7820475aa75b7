/** Room in a pool: who is let in, and who has something of it for longest. */
@NullMarked
package dev.assent.resources.room;

import org.jspecify.annotations.NullMarked;
