/** The coordinator's services, for whoever speaks WS-AtomicTransaction: what they say, in words of the ports of remote. */
@NullMarked
package dev.assent.transport.soap.coordinator;

import org.jspecify.annotations.NullMarked;
