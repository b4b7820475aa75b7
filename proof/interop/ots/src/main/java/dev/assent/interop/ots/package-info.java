/** Programs of the Transaction Service (OTS 1.4), with nothing of any make but {@code org.omg}. */
@NullMarked
package dev.assent.interop.ots;

import org.jspecify.annotations.NullMarked;
