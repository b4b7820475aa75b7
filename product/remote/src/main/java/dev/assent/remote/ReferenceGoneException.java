package dev.assent.remote;

/** A call of a reference that is released, or whose lease has run out; nothing was done. Ask for a new reference. */
public final class ReferenceGoneException extends RemoteFailureException {
    private static final long serialVersionUID = 1L;

    /** A reference that is gone. */
    public ReferenceGoneException(String text) {
        super(text, null);
    }
}
