/**
 * What comes in from other processes: calls, whose work becomes part of their transactions, and what superiors, and clients
 * without a transaction manager, ask for.
 */
@NullMarked
package dev.assent.remote.subordinate;

import org.jspecify.annotations.NullMarked;
