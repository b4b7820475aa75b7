package dev.assent.core.jta;

/** Records where a transaction was marked rollback-only: its stack trace shows the place. */
public final class MarkedRollback extends Exception {
    private static final long serialVersionUID = 1L;

    /** Marked here. */
    MarkedRollback() {
        super("marked rollback-only here");
    }
}
