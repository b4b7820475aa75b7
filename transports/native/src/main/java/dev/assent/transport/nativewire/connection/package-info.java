/** Connections: who opens one asks and calls, who accepts it answers; many calls are under way on each. */
@NullMarked
package dev.assent.transport.nativewire.connection;

import org.jspecify.annotations.NullMarked;
