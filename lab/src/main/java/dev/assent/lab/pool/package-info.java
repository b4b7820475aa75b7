/** The cost of a pool that knows about transactions. */
@NullMarked
package dev.assent.lab.pool;

import org.jspecify.annotations.NullMarked;
