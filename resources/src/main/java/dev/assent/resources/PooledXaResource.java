package dev.assent.resources;

import dev.assent.core.identity.TransactionId;
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
 * The XAResource of one physical connection. It hands every call and every error through, as they are
 * {@linkplain CorrectedXaResource corrected} for this database, and adds three things:
 *
 * <ol>
 *   <li>After any error it {@linkplain #hasFailed has failed}: nobody can tell what state the
 *       connection is in, so it must not be used again.
 *   <li>Before a failed branch ends, the application's handles are closed, and with them a statement
 *       that is running. So the rollback by a timeout does not wait for a statement that waits for a
 *       lock, and the application's next statement does not find the connection (law 20).
 *   <li>It knows when a commit cannot have been sent, see {@link #commit}.
 * </ol>
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
final class PooledXaResource extends LentXaResource implements SqlGuard.Work {
    private final CorrectedXaResource driver;
    private final PooledXaConnection connection;
    private final @Nullable LocalWork local;

    private volatile @Nullable TransactionAware handles;
    private volatile @Nullable Consumer<XAException> prepareFailure;

    /**
     * Of one connection.
     *
     * @param local its local transaction, when it has no XA and its pool is a last resource
     */
    PooledXaResource(
            String name, CorrectedXaResource driver, PooledXaConnection connection, @Nullable LocalWork local) {
        super(name, driver);
        this.driver = driver;
        this.local = local;
        this.connection = connection;
    }

    PooledXaConnection connection() {
        return connection;
    }

    /** The local transaction of a connection without XA, as a last resource; null when it has XA. */
    @Nullable LocalWork localWork() {
        return local == null ? null : new WatchedWork(local);
    }

    /** Local work with the same care as a branch: its handles are closed before a rollback, errors are noticed. */
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

    /** Notes an error that a statement of this connection got. */
    void noteError(SQLException error) {
        driver.noteError(error);
    }

    /** Whether the branch is still the one that was started, and no statement has ended it. */
    boolean isWhole() {
        return driver.isWhole();
    }

    /** Whether a call has found that the connection is lost. */
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

    /** The handles of the transaction that has the connection from now on; null when none has. */
    void serve(@Nullable TransactionAware transaction) {
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

    /** What is told of a prepare that fails; it must not throw. */
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
     * As the driver, but for one: a one-phase commit on a connection that is known to be lost is not sent at
     * all. Drivers answer XAER_RMFAIL then, which is a hazard (law 11), since the commit may have arrived.
     * This one cannot have: the branch was not prepared and nobody else commits it, so it is rolled back.
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
            fail(); // it is committed, by the word of the database on another connection
        }
    }
}
