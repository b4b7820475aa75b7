package dev.assent.transport.nativewire.wire;

/** Bytes that are no frame of this wire; the message says which part of them is wrong, and what is allowed. */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A fault in what has come. */
    public WireException(String text) {
        super(text);
    }

    /** A fault that the reading of a value has found. */
    public WireException(String text, Throwable cause) {
        super(text, cause);
    }
}
