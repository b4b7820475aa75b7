/** The SOAP transport's messages for users and operators. */
@NullMarked
package dev.assent.transport.soap.message;

import org.jspecify.annotations.NullMarked;
