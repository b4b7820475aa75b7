package dev.assent.interop;

/** Where a ledger holds whoever drives it, until it is released. */
public enum HoldPoint {
    /** A second branch of it is prepared, as the first one is, and has not voted yet. */
    SECOND_PREPARED,
    /** It is told to commit, and has done nothing yet. */
    TOLD_TO_COMMIT
}
