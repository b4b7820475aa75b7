/** Transactions of processes that have no transaction manager: a coordinator elsewhere begins and ends them. */
@NullMarked
package dev.assent.remote.client;

import org.jspecify.annotations.NullMarked;
