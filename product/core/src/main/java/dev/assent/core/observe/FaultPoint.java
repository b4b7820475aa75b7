package dev.assent.core.observe;

/**
 * The instants of a transaction and of recovery at which a crash makes a difference. Tests kill the process at each;
 * tools measure the time between them.
 */
public enum FaultPoint {
    /** A participant will be asked next to prepare. */
    BEFORE_PREPARE,
    /** A participant has answered to prepare. */
    AFTER_PREPARE,
    /** The record that announces the last resource will be forced next. */
    BEFORE_LAST_RECORD,
    /** The force of the record that announces the last resource has ended, for good or ill. */
    AFTER_LAST_RECORD,
    /** The last resource will be asked next to commit. */
    BEFORE_LAST,
    /** The last resource has answered to commit; its decision is not in the log yet. */
    AFTER_LAST,
    /** A record, such as the decision, will be forced next. */
    BEFORE_FORCE,
    /** The force of a record, such as the decision, has ended, for good or ill. */
    AFTER_FORCE,
    /** A participant will be asked next to commit. */
    BEFORE_COMMIT,
    /** A participant has answered to commit. */
    AFTER_COMMIT,
    /** The lone participant will be asked next to commit in one phase. */
    BEFORE_ONE_PHASE,
    /** The lone participant has answered to commit in one phase. */
    AFTER_ONE_PHASE,
    /** A participant will be asked next to roll back. */
    BEFORE_ROLLBACK,
    /** A participant has answered to roll back. */
    AFTER_ROLLBACK,
    /** A participant will be asked next to forget a heuristic outcome. */
    BEFORE_FORGET,
    /** A participant has answered to forget. */
    AFTER_FORGET,
    /** Every participant is done; the end record will be written next. */
    BEFORE_END,
    /** The end record is written, not forced. */
    AFTER_END,
    /** A checkpoint of the log will be written next, at a start or because its segment is full. */
    BEFORE_CHECKPOINT,
    /** A checkpoint of the log is written, and not yet forced. */
    UNFORCED_CHECKPOINT,
    /** A checkpoint of the log is forced; no thread knows of it yet. */
    AFTER_CHECKPOINT,
    /** A recovery pass has the resources' in-doubt lists, and acts from now on. */
    RECOVERY_LISTED,
    /** A recovery pass is over. */
    RECOVERY_DONE
}
