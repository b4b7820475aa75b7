package dev.assent.core.observe;

/**
 * The instants of a transaction and of recovery at which a crash makes a difference. Tests kill the
 * process at each; tools measure the time between them.
 */
public enum FaultPoint {
    /** A participant is about to be asked to prepare. */
    BEFORE_PREPARE,
    /** A participant has answered to prepare. */
    AFTER_PREPARE,
    /** The record that a last resource is about to be asked is about to be forced. */
    BEFORE_LAST_RECORD,
    /** The record that a last resource is about to be asked is durable. */
    AFTER_LAST_RECORD,
    /** The last resource is about to be asked to commit. */
    BEFORE_LAST,
    /** The last resource has answered to commit; its decision is not in the log yet. */
    AFTER_LAST,
    /** The decision is about to be appended and forced. */
    BEFORE_FORCE,
    /** The decision is durable. */
    AFTER_FORCE,
    /** A participant is about to be asked to commit. */
    BEFORE_COMMIT,
    /** A participant has answered to commit. */
    AFTER_COMMIT,
    /** The lone participant is about to be asked to commit in one phase. */
    BEFORE_ONE_PHASE,
    /** The lone participant has answered to commit in one phase. */
    AFTER_ONE_PHASE,
    /** A participant is about to be asked to roll back. */
    BEFORE_ROLLBACK,
    /** A participant has answered to roll back. */
    AFTER_ROLLBACK,
    /** A participant is about to be asked to forget a heuristic outcome. */
    BEFORE_FORGET,
    /** A participant has answered to forget. */
    AFTER_FORGET,
    /** Every participant is done; the end record is about to be written. */
    BEFORE_END,
    /** The end record is written, not forced. */
    AFTER_END,
    /** A checkpoint of the log is about to be written, at a start or since its segment is full. */
    BEFORE_CHECKPOINT,
    /** A checkpoint of the log is written, and not yet forced. */
    UNFORCED_CHECKPOINT,
    /** A checkpoint of the log is forced; nobody knows of it yet. */
    AFTER_CHECKPOINT,
    /** A recovery pass has listed what the resources hold in doubt and acts from now on. */
    RECOVERY_LISTED,
    /** A recovery pass is over. */
    RECOVERY_DONE
}
