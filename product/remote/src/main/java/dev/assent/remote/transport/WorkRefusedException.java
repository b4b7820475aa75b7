package dev.assent.remote.transport;

import org.jspecify.annotations.Nullable;

/** Work can't become part of a transaction, and was not begun; the message says why. */
public final class WorkRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** The reason, for transports whose wire has an error of its own for it. */
    public enum Reason {
        /** The transaction can only roll back. */
        ROLLBACK_ONLY,
        /** The node takes no work yet or no longer: try again later. */
        NOT_READY,
        /** The caller has no right to it, or names an address that is not allowed (law 22). */
        FORBIDDEN,
        /** Anything else. */
        OTHER
    }

    /** A refusal. */
    public WorkRefusedException(@Nullable String text, Reason reason) {
        super(text);
        this.reason = reason;
    }

    /** The reason. */
    public Reason reason() {
        return reason;
    }

    /** Whether the transaction can only roll back. */
    public boolean isRollbackOnly() {
        return reason == Reason.ROLLBACK_ONLY;
    }
}
