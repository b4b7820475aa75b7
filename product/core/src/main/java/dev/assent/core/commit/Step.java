package dev.assent.core.commit;

/**
 * The steps of a transaction. A {@link CommitProtocol} owns the moves between them; to enter a step is to do what it
 * says.
 *
 * <pre>
 *   ACTIVE --commit--> PREPARING --agreed--> DECIDING --durable--> COMMITTING --done--> COMMITTED
 *      |                   |                    |                      |
 *      |                   +--refused--+        +--undurable--> UNKNOWN +--unreachable--> COMMIT_PARKED
 *      |                               v                               +--heuristic--> RECORDING_COMMIT
 *      +--rollback--------------> ROLLING_BACK --done--> ROLLED_BACK
 *      |                               +--unreachable--> ROLLBACK_PARKED
 *      |                               +--heuristic--> RECORDING_ROLLBACK
 *      +--commit, one participant--> ONE_PHASE
 * </pre>
 *
 * With a last resource ({@link LastResource}) the way from agreement to decision is longer:
 *
 * <pre>
 *   PREPARING --agreed--> ANNOUNCING --durable--> ASKING_LAST --done--> DECIDING --durable--> COMMITTING
 *                                                   |    ^  +--refused--> DECIDING_ROLLBACK --> ROLLING_BACK
 *                                       unreachable v    | retry
 *                                                  IN_DOUBT
 * </pre>
 *
 * A subordinate ({@link PresumedAbortSubordinate}) gets its decision from a superior:
 *
 * <pre>
 *   PREPARING --agreed--> RECORDING_PREPARED --durable--> PREPARED --told to commit--> OBEYING --done--> COMMITTED
 *                                                            |                            | unreachable
 *                                       told to roll back    v                            v
 *                                                      ROLLING_BACK   COMMIT_PARKED <-- RECORDING_WORD
 * </pre>
 */
public enum Step {
    /** The application works; participants enlist. */
    ACTIVE,
    /** Ask every participant to prepare. */
    PREPARING,
    /** Ask the only participant to commit without phase one. */
    ONE_PHASE,
    /** Append the record that announces the last resource, and force it (law 13: the last resource is announced). */
    ANNOUNCING,
    /** Ask the last resource to commit: its outcome is the decision. */
    ASKING_LAST,
    /** Append the commit decision and force it. */
    DECIDING,
    /** The last resource rolled back: append the decision to roll back, and force it. */
    DECIDING_ROLLBACK,
    /**
     * Append the record that a subordinate is prepared, with its superior, and force it (law 18: a prepared subordinate
     * asks).
     */
    RECORDING_PREPARED,
    /** Prepared for either outcome: the superior decides. */
    PREPARED,
    /** Ask every prepared participant to commit. The superior has decided so, but no record here says it. */
    OBEYING,
    /**
     * Some participant can't be reached: append the superior's decision to commit, and force it. The superior forgets
     * the transaction once this node has acknowledged (law 18: a prepared subordinate asks).
     */
    RECORDING_WORD,
    /** Ask every prepared participant to commit. */
    COMMITTING,
    /** Ask every unfinished participant to roll back. */
    ROLLING_BACK,
    /** Force the outcomes that contradict the commit. */
    RECORDING_COMMIT,
    /** Force the outcomes that contradict the rollback. */
    RECORDING_ROLLBACK,
    /** The decision is to commit, but some participant can't be reached; recovery tries again. */
    COMMIT_PARKED,
    /** The decision is to roll back, but some participant can't be reached; recovery tries again. */
    ROLLBACK_PARKED,
    /**
     * The outcome of the last resource is unknown, or the log had no room for its decision. The others stay prepared:
     * recovery asks for its commit marker, or an operator resolves it (law 13: the last resource is announced).
     */
    IN_DOUBT,
    /** The end: committed everywhere. */
    COMMITTED,
    /** The end: rolled back everywhere. */
    ROLLED_BACK,
    /** The end, except for a heuristic outcome that waits for an operator to forget it. */
    HEURISTIC,
    /**
     * The decision may or may not be durable (law 8: a failed force is an unknown outcome): nothing more is done in
     * this life of the node.
     */
    UNKNOWN;

    /** For people; it completes "the transaction is". */
    public String words() {
        return switch (this) {
            case ACTIVE -> "active";
            case PREPARING -> "being prepared";
            case ONE_PHASE, ASKING_LAST, OBEYING, COMMITTING -> "being committed";
            case ANNOUNCING,
                    DECIDING,
                    DECIDING_ROLLBACK,
                    RECORDING_PREPARED,
                    RECORDING_WORD,
                    RECORDING_COMMIT,
                    RECORDING_ROLLBACK -> "waiting for its record in the log";
            case PREPARED -> "prepared, and its superior has not decided";
            case ROLLING_BACK -> "being rolled back";
            case COMMIT_PARKED -> "decided to commit, and waiting for a resource";
            case ROLLBACK_PARKED -> "decided to roll back, and waiting for a resource";
            case IN_DOUBT -> "in doubt";
            case COMMITTED -> "committed";
            case ROLLED_BACK -> "rolled back";
            case HEURISTIC -> "over, with a heuristic outcome that is kept";
            case UNKNOWN -> "of unknown outcome, since its record may or may not be in the log";
        };
    }

    /** Whether the transaction waits there for recovery or an operator, which take a transaction by its step. */
    public boolean isLeftToOthers() {
        return switch (this) {
            case PREPARED, COMMIT_PARKED, ROLLBACK_PARKED, IN_DOUBT, HEURISTIC, UNKNOWN -> true;
            default -> false;
        };
    }

    /** Whether the step waits for recovery to try again. */
    public boolean isParked() {
        return this == COMMIT_PARKED || this == ROLLBACK_PARKED;
    }
}
