package dev.assent.transport.iiop.value;

/** A value or a type can't be carried; the message says which, and what is allowed. */
public final class ValueException extends Exception {
    private static final long serialVersionUID = 1L;

    /** {@code why} says what can't be carried, and what can. */
    public ValueException(String why) {
        super(why);
    }

    /**
     * The reason when a value's own code has thrown. It leaves out the exception's text, since that code may throw
     * again.
     */
    public static String thrown(Throwable torn) {
        return "its own code has thrown " + torn.getClass().getName();
    }
}
