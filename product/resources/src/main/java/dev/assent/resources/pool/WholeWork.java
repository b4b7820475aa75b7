package dev.assent.resources.pool;

import dev.assent.TransactionId;
import dev.assent.core.foreign.Failure;
import dev.assent.core.local.LocalRollbackException;
import dev.assent.core.local.LocalWork;
import dev.assent.resources.quirk.DatabaseQuirks;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Local work of a last resource that is committed as a whole or not at all. After some errors, above all that of a
 * deadlock's victim, a database rolls back the whole local transaction. If the application goes on, it works in a new
 * one, without the work before the error. A commit of that work rolls back, and says so.
 *
 * <p>Thread safety: one call at a time, by any thread; {@link #noteError} by the thread that works with the connection.
 */
final class WholeWork implements LocalWork {
    private final LocalWork work;
    private final DatabaseQuirks row;
    private volatile @Nullable SQLException rolledBackBy;

    WholeWork(LocalWork work, DatabaseQuirks row) {
        this.work = work;
        this.row = row;
    }

    /** A transaction begins to use the connection. */
    void begin() {
        rolledBackBy = null;
    }

    /** Notes an error that a statement on the connection got. */
    void noteError(SQLException failed) {
        if (row.isLocalRollback(failed)) {
            rolledBackBy = failed;
        }
    }

    /**
     * Commits.
     *
     * @throws LocalRollbackException also if the database has rolled back a part of the work
     */
    @Override
    public void commit(@Nullable TransactionId marker) throws Exception {
        SQLException cause = rolledBackBy;
        if (cause == null) {
            work.commit(marker);
            return;
        }
        throw rolledBack(work, cause);
    }

    /** Rolls back work whose commit must not be sent; returns the exception that says so, with the cause. */
    static LocalRollbackException rolledBack(LocalWork work, Throwable cause) {
        try {
            work.rollback();
        } catch (Throwable alsoFailed) {
            Failure.suppress(cause, alsoFailed);
        }
        return new LocalRollbackException(cause);
    }

    @Override
    public void rollback() throws Exception {
        work.rollback();
    }
}
