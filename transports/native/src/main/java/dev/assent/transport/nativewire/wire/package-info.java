/** The frames of the native wire, byte by byte as docs/reference/native-wire.md specifies them; pure functions of bytes. */
@NullMarked
package dev.assent.transport.nativewire.wire;

import org.jspecify.annotations.NullMarked;
