package dev.assent.transport.iiop.value;

/** A value, or a type, that is not carried; the message says which, and what is allowed. */
public final class ValueException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What is not carried, and what is. */
    public ValueException(String why) {
        super(why);
    }

    /** Why one is not carried that has thrown when it was read, or made; it may throw again when asked for its text. */
    public static String thrown(Throwable torn) {
        return "its own code has thrown " + torn.getClass().getName();
    }
}
