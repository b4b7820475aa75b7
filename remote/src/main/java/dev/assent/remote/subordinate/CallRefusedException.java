package dev.assent.remote.subordinate;

import org.jspecify.annotations.Nullable;

/** The work of a call can't become part of the transaction that it came with; the message says why. */
public final class CallRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isRollbackOnly;

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
        super(text);
        this.isRollbackOnly = isRollbackOnly;
    }

    /** Whether the transaction can only roll back, of which the caller should hear at once. */
    public boolean isRollbackOnly() {
        return isRollbackOnly;
    }
}
