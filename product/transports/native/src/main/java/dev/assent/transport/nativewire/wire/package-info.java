/** The frames of the native wire, as docs/reference/native-wire.md specifies every byte; pure functions of bytes. */
@NullMarked
package dev.assent.transport.nativewire.wire;

import org.jspecify.annotations.NullMarked;
