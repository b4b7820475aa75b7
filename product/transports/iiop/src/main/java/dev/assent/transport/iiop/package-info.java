/** Calls and transactions over CORBA, by the Object Transaction Service 1.4. */
@NullMarked
package dev.assent.transport.iiop;

import org.jspecify.annotations.NullMarked;
