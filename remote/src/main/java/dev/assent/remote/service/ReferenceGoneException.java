package dev.assent.remote.service;

/** A call of a reference that is released or has run out of its lease; nothing was done. Ask for a new one. */
public final class ReferenceGoneException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    /** A reference that is gone. */
    public ReferenceGoneException(String text) {
        super(text, null);
    }
}
