package dev.assent.transport.nativewire.wire;

/** Malformed bytes on the wire; the message says which part is wrong, and what is allowed. */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    /** {@code text} says what is wrong with the bytes. */
    public WireException(String text) {
        super(text);
    }

    /** {@code cause} was thrown when a value was read. */
    public WireException(String text, Throwable cause) {
        super(text, cause);
    }
}
