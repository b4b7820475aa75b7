package dev.assent.remote.service;

import org.jspecify.annotations.Nullable;

/** A call was refused before anything was done: no such object or method, or the transaction does not allow it. */
public final class ServiceRefusedException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    /** A refusal. */
    public ServiceRefusedException(String text, @Nullable Throwable cause) {
        super(text, cause);
    }
}
