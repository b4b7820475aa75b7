package dev.assent.core.jta;

import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Outcome;

/**
 * Lets one thread wait for outcomes, one after the other. While it waits, it runs work for a borrower.
 *
 * <p>Thread safety: {@link #await} belongs to one thread, the rest to any.
 */
public interface Waiter extends Completion {
    /** Waits until {@link #done} was called, and makes itself ready for the next wait. */
    Outcome await();
}
