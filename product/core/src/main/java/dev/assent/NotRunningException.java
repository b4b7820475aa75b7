package dev.assent;

import org.jspecify.annotations.Nullable;

/**
 * A transaction can't begin or finish, since the node has stopped, is closed, or is full. It is the cause of the
 * SystemException that {@code begin} throws then.
 */
public final class NotRunningException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the whole message, and the cause if there is one. */
    public NotRunningException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
