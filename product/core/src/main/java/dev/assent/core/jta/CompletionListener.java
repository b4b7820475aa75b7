package dev.assent.core.jta;

import jakarta.transaction.Synchronization;

/**
 * A synchronization that only listens for the end. A superior need not send a round before phase one for it (law 19:
 * synchronizations come first), and it gets no call before completion.
 */
public interface CompletionListener extends Synchronization {
    /** Does nothing. */
    @Override
    default void beforeCompletion() {}
}
