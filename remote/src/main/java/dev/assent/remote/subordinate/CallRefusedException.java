package dev.assent.remote.subordinate;

/** The work of a call can't become part of the transaction that it came with; the message says why. */
public final class CallRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A refusal. */
    public CallRefusedException(String text) {
        super(text);
    }
}
