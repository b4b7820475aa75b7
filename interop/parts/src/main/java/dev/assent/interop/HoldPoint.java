package dev.assent.interop;

/** Where a ledger holds whoever drives it, until the process is killed. */
public enum HoldPoint {
    /** Its branch is prepared, and that is on disk; its vote is not given. */
    PREPARED,
    /** It is told to commit, and has done nothing yet. */
    TOLD_TO_COMMIT
}
