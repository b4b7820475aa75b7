package dev.assent.remote;

import org.jspecify.annotations.Nullable;

/**
 * A call has failed, but not by an exception of the application. The message says the failure, and what it means for
 * the transaction. This class itself is thrown if the called object has thrown an exception that its interface does not
 * declare, or if its own transaction could not commit. The subclasses are the other failures.
 */
public sealed class RemoteFailureException extends RuntimeException
        permits CallLostException, CallUnsentException, ReferenceGoneException, ServiceRefusedException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param cause null if there is none, or it has stayed in the other process
     */
    public RemoteFailureException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}
