package dev.assent.interop;

/** Where a ledger holds whoever drives it, until it is released. */
public enum HoldPoint {
    /** A second branch of it is asked to prepare, and has done nothing yet; the first one is prepared. */
    SECOND_ASKED_TO_PREPARE,
    /** It is told to commit, and has done nothing yet. */
    TOLD_TO_COMMIT
}
