package dev.assent.remote.subordinate;

import dev.assent.remote.transport.WorkRefusedException.Reason;
import org.jspecify.annotations.Nullable;

/** The work of a call can't become part of the transaction of its context; the message says why. */
public final class CallRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** A refusal that leaves the transaction as it is. */
    public CallRefusedException(@Nullable String text) {
        this(text, false);
    }

    /**
     * A refusal.
     *
     * @param isRollbackOnly whether the transaction can only roll back
     */
    public CallRefusedException(@Nullable String text, boolean isRollbackOnly) {
        this(text, isRollbackOnly ? Reason.ROLLBACK_ONLY : Reason.OTHER);
    }

    private CallRefusedException(@Nullable String text, Reason reason) {
        super(text);
        this.reason = reason;
    }

    /** A refusal since the sender has no right to send this (law 22); the transaction stays as it is. */
    static CallRefusedException forbidden(String text) {
        return new CallRefusedException(text, Reason.FORBIDDEN);
    }

    /** A refusal since the node begins nothing now; the transaction stays as it is. */
    static CallRefusedException notReady(@Nullable String text) {
        return new CallRefusedException(text, Reason.NOT_READY);
    }

    /** The reason. */
    public Reason reason() {
        return reason;
    }

    /** Whether operators must hear of it. */
    boolean isForbidden() {
        return reason == Reason.FORBIDDEN;
    }

    /** Whether the transaction can only roll back; the caller should hear so at once. */
    public boolean isRollbackOnly() {
        return reason == Reason.ROLLBACK_ONLY;
    }
}
