package dev.assent.core.log;

/** What became of a forced write. */
public enum Durability {
    /** The record survives any crash. */
    DURABLE,

    /** The answer comes later, by exactly one {@link ForceReply#done}. */
    PENDING,

    /**
     * The force failed: the record may or may not survive. Never to be taken for a rollback (law 8).
     */
    UNKNOWN,

    /**
     * The log takes no more records since an earlier force failed or another process has taken it
     * over; the record may or may not have reached a log that outlives this one. Never to be taken for
     * a rollback (law 8).
     */
    FENCED
}
