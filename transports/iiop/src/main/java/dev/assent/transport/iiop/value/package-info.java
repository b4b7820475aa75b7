/**
 * What calls carry, as RMI-IIOP has it (Java to IDL mapping 1.4, section 1.3; CORBA 3.0, section 15.3.4). What is made of
 * bytes is what the interface declares: no name in them loads a class.
 */
@NullMarked
package dev.assent.transport.iiop.value;

import org.jspecify.annotations.NullMarked;
