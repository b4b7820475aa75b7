package dev.assent.remote.subordinate;

import org.jspecify.annotations.Nullable;

/** The work of a call can't become part of the transaction that it came with; the message says why. */
public final class CallRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isRollbackOnly;
    private final boolean isForbidden;

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
        this(text, isRollbackOnly, false);
    }

    private CallRefusedException(@Nullable String text, boolean isRollbackOnly, boolean isForbidden) {
        super(text);
        this.isRollbackOnly = isRollbackOnly;
        this.isForbidden = isForbidden;
    }

    /** A refusal of who has no right to send this (law 22), which leaves the transaction as it is. */
    static CallRefusedException forbidden(String text) {
        return new CallRefusedException(text, false, true);
    }

    /** Whether operators are to hear of it. */
    boolean isForbidden() {
        return isForbidden;
    }

    /** Whether the transaction can only roll back, of which the caller should hear at once. */
    public boolean isRollbackOnly() {
        return isRollbackOnly;
    }
}
