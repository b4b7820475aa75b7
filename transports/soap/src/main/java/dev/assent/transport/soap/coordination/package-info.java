/** What WS-Coordination and WS-AtomicTransaction say: contexts, registrations, notifications, faults. */
@NullMarked
package dev.assent.transport.soap.coordination;

import org.jspecify.annotations.NullMarked;
