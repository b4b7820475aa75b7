/** What the words of the Transaction Service mean here, both ways. */
@NullMarked
package dev.assent.transport.iiop.ots;

import org.jspecify.annotations.NullMarked;
