/** Transactions that come in from other processes. */
@NullMarked
package dev.assent.remote.subordinate;

import org.jspecify.annotations.NullMarked;
