/** Puts a transport together, from its settings and the process that owns it. */
@NullMarked
package dev.assent.transport.nativewire.assembly;

import org.jspecify.annotations.NullMarked;
