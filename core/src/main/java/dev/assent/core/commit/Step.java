package dev.assent.core.commit;

/**
 * What a transaction is doing. A {@link CommitProtocol} owns the moves between steps; to enter a
 * step is to do what it says.
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
 * A subordinate ({@link PresumedAbortSubordinate}) has its decision from a superior:
 *
 * <pre>
 *   PREPARING --agreed--> RECORDING_PREPARED --durable--> PREPARED --told to commit--> OBEYING --done--> COMMITTED
 *                                                            |                            | unreachable
 *                                       told to roll back    v                            v
 *                                                      ROLLING_BACK   COMMIT_PARKED <-- RECORDING_WORD
 * </pre>
 */
public enum Step {
    /** Work is being done; participants enlist. */
    ACTIVE,
    /** Ask every participant to prepare. */
    PREPARING,
    /** Ask the only participant to commit without phase one. */
    ONE_PHASE,
    /** Append the record that the last resource is about to be asked, and force it (law 13). */
    ANNOUNCING,
    /** Ask the last resource to commit: what it does is the decision. */
    ASKING_LAST,
    /** Append the commit decision and force it. */
    DECIDING,
    /** The last resource rolled back: append the decision to roll back, and force it. */
    DECIDING_ROLLBACK,
    /** Append the record that a subordinate is prepared, with its superior, and force it (law 18). */
    RECORDING_PREPARED,
    /** Prepared for either outcome: the superior says which. */
    PREPARED,
    /** Ask every prepared participant to commit, as the superior has said, which is on no record here. */
    OBEYING,
    /**
     * Some participant is not reached: append the commit that the superior has told, and force it, since it
     * forgets the transaction once it is told that this node has committed (law 18).
     */
    RECORDING_WORD,
    /** Ask every prepared participant to commit. */
    COMMITTING,
    /** Ask every unfinished participant to roll back. */
    ROLLING_BACK,
    /** Force what participants decided against the commit. */
    RECORDING_COMMIT,
    /** Force what participants decided against the rollback. */
    RECORDING_ROLLBACK,
    /** The decision is to commit, some participant is not reached; recovery tries again. */
    COMMIT_PARKED,
    /** The decision is to roll back, some participant is not reached; recovery tries again. */
    ROLLBACK_PARKED,
    /**
     * Nobody knows what the last resource did, or the log had no room for its decision. The others stay
     * prepared: recovery asks for its commit marker, or an operator resolves it (law 13).
     */
    IN_DOUBT,
    /** The end: committed everywhere. */
    COMMITTED,
    /** The end: rolled back everywhere. */
    ROLLED_BACK,
    /** The end, but for a heuristic outcome that is kept until an operator forgets it. */
    HEURISTIC,
    /** The decision may or may not be durable (law 8): nothing more is done in this life of the node. */
    UNKNOWN;

    /** Whether the step waits for recovery to try again. */
    public boolean isParked() {
        return this == COMMIT_PARKED || this == ROLLBACK_PARKED;
    }
}
