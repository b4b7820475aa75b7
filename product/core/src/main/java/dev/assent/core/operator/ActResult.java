package dev.assent.core.operator;

import dev.assent.OperatorAnswer;

/**
 * The result of an operator's act. Immutable.
 *
 * @param kind how far the act came
 * @param text for people: what was done, or why not
 */
public record ActResult(Kind kind, String text) {
    /** How far an act came. */
    public enum Kind {
        /** Carried out. */
        DONE,
        /** On record; recovery carries it out when it reaches the resources. */
        WAITING,
        /** Nothing was done. */
        REFUSED,
        /**
         * Nobody knows whether it is on record (law 8: a failed force is an unknown outcome), and no resource was asked so far; or
         * a running node gave no answer, and may have done it.
         */
        UNKNOWN
    }

    /** The answer to the operator, as text or as JSON. */
    public OperatorAnswer answer(boolean isJson) {
        int status = kind == Kind.DONE ? OperatorAnswer.CLEAR : OperatorAnswer.FINDING;
        return new OperatorAnswer(status, isJson ? ReportJson.page(this) : ReportText.result(this));
    }
}
