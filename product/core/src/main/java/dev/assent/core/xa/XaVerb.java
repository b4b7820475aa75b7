package dev.assent.core.xa;

/** The methods of an XAResource that can throw an XAException. */
public enum XaVerb {
    /** {@code start}. */
    START,
    /** {@code end}. */
    END,
    /** {@code prepare}. */
    PREPARE,
    /** {@code commit} of a prepared branch. */
    COMMIT,
    /** {@code commit} in one phase. */
    COMMIT_ONE_PHASE,
    /** {@code rollback}. */
    ROLLBACK,
    /** {@code forget}. */
    FORGET,
    /** {@code recover}. */
    RECOVER
}
