/** Puts a transport together, from its settings and the process that owns it. */
@NullMarked
package dev.assent.transport.soap.assembly;

import org.jspecify.annotations.NullMarked;
