package dev.assent.core.metrics;

/** The phases of a transaction's end. */
public enum Phase {
    /** Phase one: until the last participant has answered to prepare. */
    PREPARE,
    /** A forced record, of any kind. */
    FORCE,
    /** The last resource is asked to commit. */
    LAST_RESOURCE,
    /** Phase two after a commit decision: until the last participant has answered. */
    COMMIT,
    /** The only participant is asked to commit in one phase. */
    ONE_PHASE,
    /** Until the last participant has answered to roll back. */
    ROLLBACK
}
