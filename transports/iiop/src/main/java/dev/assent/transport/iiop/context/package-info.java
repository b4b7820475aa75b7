/** The context of a request, as the Transaction Service has it: its bytes, and what they say of a transaction. */
@NullMarked
package dev.assent.transport.iiop.context;

import org.jspecify.annotations.NullMarked;
