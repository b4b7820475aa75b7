package dev.assent.core.jta;

import jakarta.transaction.Synchronization;

/**
 * A synchronization that only wants to hear of the end: a superior need not send a round before phase one for it
 * (law 19), and it is not called before completion.
 */
public interface CompletionListener extends Synchronization {
    /** Does nothing. */
    @Override
    default void beforeCompletion() {}
}
