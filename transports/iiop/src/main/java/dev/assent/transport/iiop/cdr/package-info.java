/** CDR, the encoding of CORBA, where bytes of others are read before the ORB may believe what they say. */
@NullMarked
package dev.assent.transport.iiop.cdr;

import org.jspecify.annotations.NullMarked;
