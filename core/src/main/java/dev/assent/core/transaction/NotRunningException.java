package dev.assent.core.transaction;

import org.jspecify.annotations.Nullable;

/** A transaction can't begin or finish, since the node has stopped, is closed, or is full. */
public final class NotRunningException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the whole message, and the cause if there is one. */
    public NotRunningException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Why a node stopped, in one text: Assent's own message, or the class and text of a bug, which may have no text. */
    static String reason(Throwable cause) {
        return cause instanceof NotRunningException ? String.valueOf(cause.getMessage()) : cause.toString();
    }
}
