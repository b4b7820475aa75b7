/** What the processes of an interoperability test share, of whatever make: a ledger that survives them, and who is told what to do. */
@NullMarked
package dev.assent.interop;

import org.jspecify.annotations.NullMarked;
