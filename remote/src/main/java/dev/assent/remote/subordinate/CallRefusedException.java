package dev.assent.remote.subordinate;

import org.jspecify.annotations.Nullable;

/** The work of a call can't become part of the transaction that it came with; the message says why. */
public final class CallRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A refusal. */
    public CallRefusedException(@Nullable String text) {
        super(text);
    }
}
