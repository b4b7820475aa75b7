/** The objects of the Transaction Service that other processes call here. */
@NullMarked
package dev.assent.transport.iiop.served;

import org.jspecify.annotations.NullMarked;
