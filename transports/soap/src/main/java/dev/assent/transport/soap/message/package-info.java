/** The messages for people of the SOAP transport. */
@NullMarked
package dev.assent.transport.soap.message;

import org.jspecify.annotations.NullMarked;
