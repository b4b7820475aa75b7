package dev.assent.core.participant;

import org.jspecify.annotations.Nullable;

/** A party that may have synchronizations to run before phase one (law 19: synchronizations come first). */
public interface Synchronizing {
    /**
     * Runs its synchronizations, before any participant anywhere prepares (law 19). Answers DONE, or REFUSED if the
     * transaction must roll back; or returns PENDING, and answers later to {@code reply}.
     */
    Answer beforeCompletion(Reply reply);

    /** The cause of the last answer, if that was a failure; otherwise null. */
    @Nullable Throwable problem();
}
