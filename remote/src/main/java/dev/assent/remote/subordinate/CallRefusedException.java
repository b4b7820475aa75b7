package dev.assent.remote.subordinate;

import dev.assent.remote.transport.WorkRefusedException.Reason;
import org.jspecify.annotations.Nullable;

/** The work of a call can't become part of the transaction that it came with; the message says why. */
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

    /** A refusal of who has no right to send this (law 22), which leaves the transaction as it is. */
    static CallRefusedException forbidden(String text) {
        return new CallRefusedException(text, Reason.FORBIDDEN);
    }

    /** A refusal of a node that begins nothing now, which leaves the transaction as it is. */
    static CallRefusedException notReady(@Nullable String text) {
        return new CallRefusedException(text, Reason.NOT_READY);
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }

    /** Whether operators are to hear of it. */
    boolean isForbidden() {
        return reason == Reason.FORBIDDEN;
    }

    /** Whether the transaction can only roll back, of which the caller should hear at once. */
    public boolean isRollbackOnly() {
        return reason == Reason.ROLLBACK_ONLY;
    }
}
