/**
 * Parts that all processes of an interoperability test share, whatever their transaction manager: a ledger that
 * survives them, and a process that obeys commands.
 */
@NullMarked
package dev.assent.interop;

import org.jspecify.annotations.NullMarked;
