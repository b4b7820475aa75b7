package dev.assent.core.transaction;

/** Whether work on a transaction's participants is allowed. */
public enum Admission {
    /** It is; {@link GlobalTransaction#leave} must follow. */
    ADMITTED,
    /** The time is over, the transaction rolls back. */
    TIMED_OUT,
    /** Commit or rollback was asked already. */
    CLOSED
}
