/** Puts a node together, from core's settings, resources and transports. */
@NullMarked
package dev.assent.resources.assembly;

import org.jspecify.annotations.NullMarked;
