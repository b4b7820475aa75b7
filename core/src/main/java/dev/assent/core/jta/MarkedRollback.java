package dev.assent.core.jta;

/** Says where a transaction was marked rollback-only: its stack is the point. */
public final class MarkedRollback extends Exception {
    private static final long serialVersionUID = 1L;

    /** Marked here. */
    MarkedRollback() {
        super("marked rollback-only here");
    }
}
