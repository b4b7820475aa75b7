/**
 * Transactions by WS-Coordination and WS-AtomicTransaction over SOAP and HTTP. {@code docs/design/ws-at.md} says how it is
 * made and why.
 */
@NullMarked
package dev.assent.transport.soap;

import org.jspecify.annotations.NullMarked;
