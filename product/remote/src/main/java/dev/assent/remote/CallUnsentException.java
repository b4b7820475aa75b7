package dev.assent.remote;

import org.jspecify.annotations.Nullable;

/** A call has not left this process: nothing was done, and its transaction is as it was. */
public final class CallUnsentException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    /** A call that was not sent. */
    public CallUnsentException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}
