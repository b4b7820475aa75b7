/** The transaction context of a request, as the Transaction Service defines it: its bytes, and what they mean. */
@NullMarked
package dev.assent.transport.iiop.context;

import org.jspecify.annotations.NullMarked;
