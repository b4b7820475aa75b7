package dev.assent.core.local;

import dev.assent.core.foreign.Failure;

/** A local commit that certainly had no effect: the resource has rolled all work back. */
public final class LocalRollbackException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the resource's exception. */
    public LocalRollbackException(Throwable cause) {
        super(Failure.message(cause), cause);
    }
}
