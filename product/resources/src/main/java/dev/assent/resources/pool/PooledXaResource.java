package dev.assent.resources.pool;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalWork;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.xa.LentXaResource;
import io.agroal.api.transaction.TransactionAware;
import java.sql.SQLException;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The XAResource of one physical connection. It passes on every call and every error, {@linkplain CorrectedXaResource
 * corrected} for this database, and adds three things:
 *
 * <ol>
 *   <li>After any error it {@linkplain #hasFailed has failed}: nobody knows the state of the connection then, so it
 *       must not be used again.
 *   <li>Before a failed branch ends, the application's handles are closed, and with them a running statement. So the
 *       rollback by a timeout does not wait for a statement that waits for a lock, and the application's next statement
 *       does not reach the connection (law 20).
 *   <li>It knows when a commit can't have been sent, see {@link #commit}.
 * </ol>
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
final class PooledXaResource extends LentXaResource implements SqlGuard.Work {
    private final CorrectedXaResource driver;
    private final PooledXaConnection connection;
    private final @Nullable WholeWork local;

    private volatile @Nullable TransactionAware handles;
    private volatile @Nullable Consumer<XAException> prepareFailure;

    /**
     * Of one connection.
     *
     * @param local its local transaction, when it has no XA and its pool is a last resource
     */
    PooledXaResource(
            String name, CorrectedXaResource driver, PooledXaConnection connection, @Nullable WholeWork local) {
        super(name, driver);
        this.driver = driver;
        this.local = local;
        this.connection = connection;
    }

    PooledXaConnection connection() {
        return connection;
    }

    /** The connection is about to be closed. */
    void closing() {
        driver.closing();
    }

    /** The local transaction of a connection without XA, as a last resource; null when it has XA. */
    @Nullable LocalWork localWork() {
        return local == null ? null : new WatchedWork(local);
    }

    /** Local work with the same care as a branch: closes its handles before a rollback, and notices errors. */
    private final class WatchedWork implements LocalWork {
        private final LocalWork work;

        WatchedWork(LocalWork work) {
            this.work = work;
        }

        @Override
        public void commit(@Nullable TransactionId marker) throws Exception {
            attempt(() -> {
                work.commit(marker);
                return true;
            });
        }

        @Override
        public void rollback() throws Exception {
            TransactionAware open = handles;
            if (open != null) {
                open.transactionBeforeCompletion(false);
            }
            attempt(() -> {
                work.rollback();
                return true;
            });
        }
    }

    /** Notes an error of a statement of this connection. */
    void noteError(SQLException error) {
        driver.noteError(error);
        if (local != null) {
            local.noteError(error);
        }
    }

    /** Whether the branch is still the started one, and no statement has ended it. */
    boolean isWhole() {
        return driver.isWhole();
    }

    /** Whether a call has found the connection lost. */
    boolean isLost() {
        return driver.isLost();
    }

    @Override
    public void ran(boolean isSent) {
        driver.ran(isSent);
    }

    @Override
    public boolean isServing() {
        return handles != null;
    }

    /** Sets the handles of the transaction that has the connection from now on; null for none. */
    void serve(@Nullable TransactionAware transaction) {
        if (local != null && transaction != null) {
            local.begin();
        }
        handles = transaction;
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        TransactionAware open = handles;
        if (flags == TMFAIL && open != null) {
            open.transactionBeforeCompletion(false);
        }
        super.end(xid, flags);
    }

    /** Sets the listener for failures of prepare; it must not throw. */
    void whenPrepareFails(Consumer<XAException> told) {
        prepareFailure = told;
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        try {
            return super.prepare(xid);
        } catch (XAException failed) {
            Consumer<XAException> told = prepareFailure;
            if (told != null) {
                told.accept(failed);
            }
            throw failed;
        }
    }

    /**
     * As the driver, with one exception: a one-phase commit on a connection that is known to be lost is not sent.
     * Drivers answer XAER_RMFAIL then, which is a hazard (law 11), since the commit may have arrived. This one can't
     * have: the branch was not prepared and nobody else commits it, so the database rolls it back.
     */
    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        order(() -> {
            if (onePhase && connection.isLost()) {
                throw new XAException(XAException.XA_RBCOMMFAIL);
            }
            driver.commit(xid, onePhase);
        });
        if (driver.isLost()) {
            fail(); // the database has reported the commit on another connection
        }
    }
}
