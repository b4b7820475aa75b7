package dev.assent.core.commit;

/** What happened to a transaction: the input of a {@link CommitProtocol}. */
public enum Event {
    /** Nothing yet: answers are outstanding. Never given to a protocol. */
    PENDING,
    /** Commit is asked of a transaction with no participant. */
    COMMIT_NONE,
    /** Commit is asked of a transaction with one participant that can commit in one phase. */
    COMMIT_ONE,
    /** Commit is asked of a transaction that needs two phases. */
    COMMIT_MANY,
    /** A superior asks for a vote. */
    PREPARE,
    /** A superior that has been given the vote says that it commits. */
    TOLD_COMMIT,
    /**
     * Rollback is asked, by the application, a mark, a timeout or a failed synchronization; or the superior of a
     * subordinate says so.
     */
    ROLLBACK,
    /** Phase one: every participant is read-only. */
    ALL_READ_ONLY,
    /** Phase one: every participant is prepared or read-only, and one at least is prepared. */
    AGREED,
    /** Some participant did not agree, or the only one rolled back. */
    REFUSED,
    /** The record is durable and participants are left to ask. */
    DURABLE,
    /** Nobody is left to ask, and the heuristic outcome of some participant is durable. */
    KEPT,
    /** The fate of a forced record is unknown. */
    UNDURABLE,
    /** The log refused a record without a trace. */
    LOG_REFUSED,
    /** Every participant has done what it was asked. */
    ALL_DONE,
    /** Some participant is not reached; the others have done what they were asked. */
    UNREACHABLE,
    /** Some participant went its own way. */
    HEURISTIC,
    /** Recovery wants another try. */
    RETRY
}
