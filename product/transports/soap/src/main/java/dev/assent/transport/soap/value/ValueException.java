package dev.assent.transport.soap.value;

/** A value or type that a call can't carry; the message names it, and the allowed ones. */
public final class ValueException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the reason. */
    public ValueException(String why) {
        super(why);
    }

    /** The reason for a value whose own code has thrown. It names only the class, since its text may throw again. */
    public static String thrown(Throwable torn) {
        return "its own code has thrown " + torn.getClass().getName();
    }
}
