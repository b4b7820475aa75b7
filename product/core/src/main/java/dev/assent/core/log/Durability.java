package dev.assent.core.log;

/** The result of a forced write. */
public enum Durability {
    /** The record survives any crash. */
    DURABLE,

    /** The answer comes later, by exactly one {@link ForceReply#done}. */
    PENDING,

    /**
     * The force failed: the record may or may not survive. Never means rollback (law 8: a failed force is an unknown
     * outcome).
     */
    UNKNOWN,

    /**
     * The log takes no more records, since an earlier force failed or another process has taken the log over. The
     * record may or may not have reached a log that outlives this one. Never means rollback (law 8: a failed force is
     * an unknown outcome).
     */
    FENCED
}
