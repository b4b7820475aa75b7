/** Transactions that this process begins and ends at a coordinator elsewhere. */
@NullMarked
package dev.assent.transport.soap.client;

import org.jspecify.annotations.NullMarked;
