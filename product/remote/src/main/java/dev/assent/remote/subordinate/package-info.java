/**
 * The messages of other processes: calls, whose work becomes part of the callers' transactions, and the requests of
 * superiors and of clients without a transaction manager.
 */
@NullMarked
package dev.assent.remote.subordinate;

import org.jspecify.annotations.NullMarked;
