package dev.assent;

import org.jspecify.annotations.Nullable;

/**
 * The log took no record and has no trace of it: it is full, closed, or has failed before. Or a log cannot be opened,
 * since its place fails or can't be used.
 */
public class LogUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the whole message, and the cause if there is one. */
    public LogUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
