/**
 * The values that calls carry by RMI-IIOP (Java to IDL mapping 1.4, section 1.3; CORBA 3.0, section 15.3.4). Bytes
 * become only what the interface declares: no name in them loads a class.
 */
@NullMarked
package dev.assent.transport.iiop.value;

import org.jspecify.annotations.NullMarked;
