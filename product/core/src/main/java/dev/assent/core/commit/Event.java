package dev.assent.core.commit;

/** An event of a transaction: the input of a {@link CommitProtocol}. */
public enum Event {
    /** No event yet: answers are outstanding. A protocol never gets it. */
    PENDING,
    /** Commit of a transaction with no participant. */
    COMMIT_NONE,
    /** Commit of a transaction with one participant that can commit in one phase. */
    COMMIT_ONE,
    /** Commit of a transaction that needs two phases. */
    COMMIT_MANY,
    /** A superior asks for a vote. */
    PREPARE,
    /** A superior that has the vote decides to commit. */
    TOLD_COMMIT,
    /**
     * Rollback, by the application, a mark, a timeout or a failed synchronization, or by the superior of a subordinate.
     */
    ROLLBACK,
    /** Phase one: every participant is read-only. */
    ALL_READ_ONLY,
    /** Phase one: every participant is prepared or read-only, and one at least is prepared. */
    AGREED,
    /** Some participant did not agree, or the only one rolled back. */
    REFUSED,
    /** The record is durable, and there are participants still to ask. */
    DURABLE,
    /** No participant is left to ask, and the heuristic outcome of some participant is durable. */
    KEPT,
    /** A forced record may or may not be durable. */
    UNDURABLE,
    /** The log refused a record, and nothing of it was written. */
    LOG_REFUSED,
    /** Every participant has done what it was asked. */
    ALL_DONE,
    /** Some participant can't be reached; the others have done what they were asked. */
    UNREACHABLE,
    /** Some participant did not follow the decision. */
    HEURISTIC,
    /** Recovery wants another try. */
    RETRY
}
