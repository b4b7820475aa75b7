/** The messages of the IIOP transport. */
@NullMarked
package dev.assent.transport.iiop.message;

import org.jspecify.annotations.NullMarked;
