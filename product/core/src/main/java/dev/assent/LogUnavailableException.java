package dev.assent;

import org.jspecify.annotations.Nullable;

/**
 * A log can't be opened, since its folder can't be used. Or an open log refuses a record, of which it then has no trace:
 * it is full, closed, or has failed before.
 */
public class LogUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the whole message, and the cause if there is one. */
    public LogUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
