package dev.assent.core.log;

/** A log can't be opened since what it holds can't be trusted (law 5); nothing was changed. */
public final class LogDamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the whole message: file, place, what is wrong, what to do. */
    public LogDamagedException(String message) {
        super(message);
    }
}
