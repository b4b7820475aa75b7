package dev.assent;

/**
 * An answer to an operator. Immutable.
 *
 * @param status {@link #CLEAR} or {@link #FINDING}: the exit status of a command
 * @param text in lines, without the end of the last one
 */
public record OperatorAnswer(int status, String text) {
    /** Nothing is in doubt, or the act was carried out. */
    public static final int CLEAR = 0;

    /** Something is in doubt or unknown, or the act was refused or waits. */
    public static final int FINDING = 1;
}
