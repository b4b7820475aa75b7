/** The objects of the Transaction Service that others call here. */
@NullMarked
package dev.assent.transport.iiop.served;

import org.jspecify.annotations.NullMarked;
