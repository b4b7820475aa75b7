/** The engine: transactions, their participants and their way through a commit protocol. */
@NullMarked
package dev.assent.core.transaction;

import org.jspecify.annotations.NullMarked;
