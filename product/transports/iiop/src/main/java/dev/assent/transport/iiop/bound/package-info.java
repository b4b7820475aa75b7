/** Bounds on the work that runs at once. */
@NullMarked
package dev.assent.transport.iiop.bound;

import org.jspecify.annotations.NullMarked;
