package dev.assent.core.operator;

/**
 * An answer to an operator. Immutable.
 *
 * @param status {@link #CLEAR} or {@link #FINDING}: the exit status of a command
 * @param text in lines, without the end of the last one
 */
public record Answer(int status, String text) {
    /** The answer to an act, for people or as JSON. */
    public static Answer of(ActResult result, boolean isJson) {
        int status = result.kind() == ActResult.Kind.DONE ? CLEAR : FINDING;
        return new Answer(status, isJson ? ReportJson.page(result) : ReportText.result(result));
    }

    /** Nothing is in doubt, or the act was carried out. */
    public static final int CLEAR = 0;

    /** Something is in doubt or unknown, or the act was refused or waits. */
    public static final int FINDING = 1;
}
