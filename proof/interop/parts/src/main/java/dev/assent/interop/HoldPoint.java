package dev.assent.interop;

/** Where a ledger holds the thread that drives it, until the test releases it. */
public enum HoldPoint {
    /** A second branch of it is prepared, as the first one is, and has not voted yet. */
    SECOND_PREPARED,
    /** The coordinator asks it to commit, and it has done nothing yet. */
    TOLD_TO_COMMIT
}
