/** Requests to other processes by the Transaction Service: invocations that block, on threads of their own. */
@NullMarked
package dev.assent.transport.iiop.driven;

import org.jspecify.annotations.NullMarked;
