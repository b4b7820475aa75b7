/** The exceptions, statuses and operations of the Transaction Service, and what they mean here, both ways. */
@NullMarked
package dev.assent.transport.iiop.ots;

import org.jspecify.annotations.NullMarked;
