/** Puts a transport together, from its settings and the process that owns it. */
@NullMarked
package dev.assent.transport.iiop.assembly;

import org.jspecify.annotations.NullMarked;
