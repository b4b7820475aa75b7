package dev.assent.remote.service;

import org.jspecify.annotations.Nullable;

/**
 * A call was refused before anything was done: there is no such object or method, the transaction does not allow it, the
 * node takes no calls yet or any more, or has no thread for it.
 */
public final class ServiceRefusedException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    /** A refusal. */
    public ServiceRefusedException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}
