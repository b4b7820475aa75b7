package dev.assent.core.operator;

/**
 * What became of an operator's act. Immutable.
 *
 * @param kind how far it came
 * @param text for people: what was done or why not
 */
public record ActResult(Kind kind, String text) {
    /** How far an act came. */
    public enum Kind {
        /** Carried out. */
        DONE,
        /** On record, and carried out when the resources it needs are reached. */
        WAITING,
        /** Nothing was done. */
        REFUSED,
        /**
         * Nobody can tell whether it is on record (law 8), and nothing was done; or a running node gave no answer,
         * and may have done it.
         */
        UNKNOWN
    }
}
