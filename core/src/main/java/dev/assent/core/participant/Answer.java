package dev.assent.core.participant;

/**
 * What a {@link Participant} answers to a verb of the commit protocol. The answers are the union of
 * what XA (X/Open XA, section 3), OTS and WS-AtomicTransaction can say, freed from their codes.
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
     * Phase one: the participant did not promise anything; it may or may not hold prepared work, so
     * it must still be asked to roll back.
     */
    REFUSED,

    /** The verb was obeyed and the participant is finished. */
    DONE,

    /** The participant is not reached, or the fate of this try is unknown: ask again later. */
    RETRY,

    /**
     * As {@link #RETRY}, and the participant claims that it can't do what it promised: that is put on
     * record, so that its silence later is not taken for success, also after a crash.
     */
    DOUBTFUL,

    /** The participant committed all of its work by a decision of its own. */
    HEURISTIC_COMMIT,

    /** The participant rolled back all of its work by a decision of its own. */
    HEURISTIC_ROLLBACK,

    /** The participant committed some of its work and rolled back the rest. */
    HEURISTIC_MIXED,

    /** Nobody can tell what the participant did with its work. */
    HEURISTIC_HAZARD;

    /** Whether the answer tells of an outcome that the participant chose, or may have chosen, itself. */
    public boolean isHeuristic() {
        return switch (this) {
            case HEURISTIC_COMMIT, HEURISTIC_ROLLBACK, HEURISTIC_MIXED, HEURISTIC_HAZARD -> true;
            default -> false;
        };
    }
}
