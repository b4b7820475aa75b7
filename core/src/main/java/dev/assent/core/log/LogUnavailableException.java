package dev.assent.core.log;

import org.jspecify.annotations.Nullable;

/**
 * A record was not taken and leaves no trace: the log is full, closed, or has failed before. Or a log
 * cannot be opened, since its place cannot be used or fails.
 */
public class LogUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the whole message, and the cause when there is one. */
    public LogUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
