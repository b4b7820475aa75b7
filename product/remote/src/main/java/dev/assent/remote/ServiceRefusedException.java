package dev.assent.remote;

import org.jspecify.annotations.Nullable;

/**
 * A call was refused before anything was done: the object or method does not exist, the transaction attribute does not
 * allow the call, the node takes no calls yet or no longer, or it has no thread for the call.
 */
public final class ServiceRefusedException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why a call was refused. */
    public enum Reason {
        /** The method takes only calls with a transaction. */
        TRANSACTION_NEEDED,
        /** The method takes only calls without a transaction. */
        TRANSACTION_UNWANTED,
        /** The node takes no calls yet or no longer, or has no thread for this one: try again later. */
        NOT_READY,
        /** The caller has no right to the call, or names an address that is not allowed (law 22). */
        FORBIDDEN,
        /** Anything else. */
        OTHER
    }

    /** A refusal. */
    public ServiceRefusedException(String text, @Nullable Throwable cause) {
        this(text, cause, Reason.OTHER);
    }

    /** A refusal with its reason. */
    public ServiceRefusedException(String text, @Nullable Throwable cause, Reason reason) {
        super(text, cause);
        this.reason = reason;
    }

    /**
     * The reason. If another process refused the call, it is {@link Reason#OTHER}, except over IIOP, where the exception of
     * CORBA may tell it.
     */
    public Reason reason() {
        return reason;
    }
}
