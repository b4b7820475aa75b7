/** Whole nodes that call each other, over any transport. */
@NullMarked
package dev.assent.testkit.remote;

import org.jspecify.annotations.NullMarked;
