/** The port to the clock. */
@NullMarked
package dev.assent.core.time;

import org.jspecify.annotations.NullMarked;
