package dev.assent.core.participant;

import org.jspecify.annotations.Nullable;

/** Who can be asked before phase one to run synchronizations (law 19). */
public interface Synchronizing {
    /**
     * Runs the synchronizations that are there, before any participant anywhere prepares (law 19). Answers DONE, or
     * REFUSED when the transaction must roll back; or PENDING, and later to {@code reply}.
     */
    Answer beforeCompletion(Reply reply);

    /** Why the last answer was not the one hoped for; null when there is nothing to tell. */
    @Nullable Throwable problem();
}
