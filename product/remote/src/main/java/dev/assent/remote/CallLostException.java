package dev.assent.remote;

import org.jspecify.annotations.Nullable;

/** A call has no reply: it may have been done or not, and its transaction can only roll back (law 16). */
public final class CallLostException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    /** A lost call. */
    public CallLostException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}
