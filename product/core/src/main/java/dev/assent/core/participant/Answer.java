package dev.assent.core.participant;

import java.util.Locale;

/**
 * The answer of a {@link Participant} to a verb of the commit protocol. The answers are the union of those of XA
 * (X/Open XA, section 3), OTS and WS-AtomicTransaction, without their codes.
 */
public enum Answer {
    /** The answer comes later, by exactly one {@link Reply#done}. */
    PENDING,

    /** Phase one: the participant has made its work durable and obeys either outcome from now on. */
    PREPARED,

    /** Phase one: the participant changed nothing, is finished, and must not be asked again. */
    READ_ONLY,

    /** Phase one or one-phase commit: the participant has rolled back and is finished. */
    ROLLED_BACK,

    /**
     * Phase one: the participant promised nothing. It may or may not have prepared work, so it must still be asked to
     * roll back.
     */
    REFUSED,

    /** The verb was obeyed and the participant is finished. */
    DONE,

    /** The participant can't be reached, or the result of this try is unknown: ask again later. */
    RETRY,

    /**
     * As {@link #RETRY}, and the participant claims that it can't keep its promise. This is recorded, so that even
     * after a crash its later silence does not count as success.
     */
    DOUBTFUL,

    /** The participant committed all of its work by its own decision. */
    HEURISTIC_COMMIT,

    /** The participant rolled back all of its work by its own decision. */
    HEURISTIC_ROLLBACK,

    /** The participant committed some of its work and rolled back the rest. */
    HEURISTIC_MIXED,

    /** Nobody knows what the participant did with its work. */
    HEURISTIC_HAZARD;

    /** The answer in a sentence, such as "heuristic hazard". */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether the participant chose the outcome itself, or may have. */
    public boolean isHeuristic() {
        return switch (this) {
            case HEURISTIC_COMMIT, HEURISTIC_ROLLBACK, HEURISTIC_MIXED, HEURISTIC_HAZARD -> true;
            default -> false;
        };
    }
}
