/**
 * The native transport: calls and transactions between nodes by binary frames over TCP, many on one connection. See
 * docs/design/native.md for why, and docs/reference/native-wire.md for every byte.
 */
@NullMarked
package dev.assent.transport.nativewire;

import org.jspecify.annotations.NullMarked;
