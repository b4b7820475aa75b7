/**
 * Transactions by WS-Coordination and WS-AtomicTransaction over SOAP and HTTP. {@code docs/design/ws-at.md} has the
 * design and its reasons.
 */
@NullMarked
package dev.assent.transport.soap;

import org.jspecify.annotations.NullMarked;
