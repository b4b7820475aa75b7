/** The messages of WS-Coordination and WS-AtomicTransaction: contexts, registrations, notifications, faults. */
@NullMarked
package dev.assent.transport.soap.coordination;

import org.jspecify.annotations.NullMarked;
