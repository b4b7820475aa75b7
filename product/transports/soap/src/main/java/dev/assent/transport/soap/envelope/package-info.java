/** SOAP 1.1 and 1.2: envelopes, header blocks that must be understood, faults. */
@NullMarked
package dev.assent.transport.soap.envelope;

import org.jspecify.annotations.NullMarked;
