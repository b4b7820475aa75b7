/**
 * Connections: the side that opens one calls and asks, the side that accepts it answers; each carries many calls at
 * once.
 */
@NullMarked
package dev.assent.transport.nativewire.connection;

import org.jspecify.annotations.NullMarked;
