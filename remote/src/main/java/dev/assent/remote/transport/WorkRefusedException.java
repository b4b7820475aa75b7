package dev.assent.remote.transport;

import org.jspecify.annotations.Nullable;

/** Work can't become part of a transaction, and was not begun; the message says why. */
public final class WorkRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isRollbackOnly;

    /**
     * A refusal.
     *
     * @param isRollbackOnly whether the transaction can only roll back
     */
    public WorkRefusedException(@Nullable String text, boolean isRollbackOnly) {
        super(text);
        this.isRollbackOnly = isRollbackOnly;
    }

    /** Whether the transaction can only roll back. */
    public boolean isRollbackOnly() {
        return isRollbackOnly;
    }
}
