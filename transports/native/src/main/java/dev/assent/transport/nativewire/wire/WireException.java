package dev.assent.transport.nativewire.wire;

/** Malformed bytes on the wire; the message says which part is wrong, and what is allowed. */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param text the fault in the bytes */
    public WireException(String text) {
        super(text);
    }

    /** @param cause what reading a value has thrown */
    public WireException(String text, Throwable cause) {
        super(text, cause);
    }
}
