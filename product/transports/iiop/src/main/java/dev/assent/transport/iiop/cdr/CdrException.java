package dev.assent.transport.iiop.cdr;

/** Bytes that are not as they should be; the message says which part of them is wrong, and what is allowed. */
public class CdrException extends Exception {
    private static final long serialVersionUID = 1L;

    /** {@code why} says what is wrong, and what is allowed. */
    public CdrException(String why) {
        super(why);
    }
}
