package dev.assent.remote.service;

import org.jspecify.annotations.Nullable;

/**
 * A call has failed, other than by an exception of the application; the message says with what, and what that means for
 * the transaction. Thrown itself when the called object has thrown something that its interface does not declare, or
 * its own transaction could not be committed; its subclasses say what else there is.
 */
public sealed class RemoteFailureException extends RuntimeException
        permits CallLostException, CallUnsentException, ReferenceGoneException, ServiceRefusedException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param cause null when there is none, or it has stayed in the other process
     */
    public RemoteFailureException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}
