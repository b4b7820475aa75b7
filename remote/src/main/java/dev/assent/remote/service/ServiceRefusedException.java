package dev.assent.remote.service;

import org.jspecify.annotations.Nullable;

/**
 * A call was refused before anything was done: there is no such object or method, the transaction does not allow it, the
 * node takes no calls yet or any more, or has no thread for it.
 */
public final class ServiceRefusedException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why, for transports that have words of their own for it. */
    public enum Reason {
        /** The method takes calls with a transaction alone. */
        TRANSACTION_NEEDED,
        /** The method takes calls without a transaction alone. */
        TRANSACTION_UNWANTED,
        /** The node takes no calls yet or any more, or has no thread for it: it may be called again later. */
        NOT_READY,
        /** Who calls has no right to, or names an address that may not be called (law 22). */
        FORBIDDEN,
        /** Anything else. */
        OTHER
    }

    /** A refusal. */
    public ServiceRefusedException(String text, @Nullable Throwable cause) {
        this(text, cause, Reason.OTHER);
    }

    /** A refusal, for a reason. */
    public ServiceRefusedException(String text, @Nullable Throwable cause, Reason reason) {
        super(text, cause);
        this.reason = reason;
    }

    /** Why; {@link Reason#OTHER} of one that has come from another process. */
    public Reason reason() {
        return reason;
    }
}
