/** CDR, the encoding of CORBA, for bytes that must be checked before the ORB reads them. */
@NullMarked
package dev.assent.transport.iiop.cdr;

import org.jspecify.annotations.NullMarked;
