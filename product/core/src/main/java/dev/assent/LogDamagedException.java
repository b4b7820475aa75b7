package dev.assent;

/**
 * The log can't be opened, since its contents can't be trusted (law 5: a damaged log stops the node). Nothing was
 * changed.
 */
public final class LogDamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the whole message: file, place, what is wrong, what to do. */
    public LogDamagedException(String message) {
        super(message);
    }
}
