package dev.assent.core.transaction;

/** Whether work on a transaction's participants is allowed. */
public enum Admission {
    /**
     * It is. After {@link GlobalTransaction#enter}, {@link GlobalTransaction#leave} must follow; after {@link
     * GlobalTransaction#beginCall}, {@link GlobalTransaction#endCall}.
     */
    ADMITTED,
    /**
     * The transaction rolls back without a request of its application: it timed out, or an operator, its superior, its
     * client or a pool ended it.
     */
    TIMED_OUT,
    /** Commit or rollback was asked already. */
    CLOSED
}
