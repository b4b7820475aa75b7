package dev.assent.resources;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.local.LocalWork;
import dev.assent.core.xa.NamedXaResource;
import dev.assent.resources.quirk.CorrectedXaResource;
import io.agroal.api.transaction.TransactionAware;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
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
final class PooledXaResource implements NamedXaResource {
    private final String name;
    private final CorrectedXaResource driver;
    private final PooledXaConnection connection;
    private final @Nullable LocalWork local;

    private volatile @Nullable TransactionAware handles;
    private volatile boolean failed;

    /**
     * Of one connection.
     *
     * @param local its local transaction, when it has no XA and its pool is a last resource
     */
    PooledXaResource(
            String name, CorrectedXaResource driver, PooledXaConnection connection, @Nullable LocalWork local) {
        this.name = name;
        this.driver = driver;
        this.local = local;
        this.connection = connection;
    }

    @Override
    public String resourceName() {
        return name;
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
            boolean isDone = false;
            try {
                work.commit(marker);
                isDone = true;
            } finally {
                failed |= !isDone;
            }
        }

        @Override
        public void rollback() throws Exception {
            TransactionAware open = handles;
            if (open != null) {
                open.transactionBeforeCompletion(false);
            }
            boolean isDone = false;
            try {
                work.rollback();
                isDone = true;
            } finally {
                failed |= !isDone;
            }
        }
    }

    /** Whether some call threw. */
    boolean hasFailed() {
        return failed;
    }

    /** Notes an error that a statement of this connection got. */
    void noteError(SQLException error) {
        driver.noteError(error);
    }

    /** The handles of the transaction that has the connection from now on; null when none has. */
    void serve(@Nullable TransactionAware transaction) {
        handles = transaction;
    }

    private interface Call<T> {
        T run() throws XAException;
    }

    private <T> T watch(Call<T> call) throws XAException {
        boolean done = false;
        try {
            T answer = call.run();
            done = true;
            return answer;
        } finally {
            if (!done) {
                failed = true;
            }
        }
    }

    private interface Order {
        void run() throws XAException;
    }

    private void order(Order order) throws XAException {
        watch(() -> {
            order.run();
            return true;
        });
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        order(() -> driver.start(xid, flags));
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        TransactionAware open = handles;
        if (flags == TMFAIL && open != null) {
            open.transactionBeforeCompletion(false);
        }
        order(() -> driver.end(xid, flags));
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return watch(() -> driver.prepare(xid));
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
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        order(() -> driver.rollback(xid));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        order(() -> driver.forget(xid));
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return watch(() -> driver.recover(flag));
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        return driver.isSameRM(other instanceof PooledXaResource pooled ? pooled.driver : other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return driver.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return driver.setTransactionTimeout(seconds);
    }

    @Override
    public String toString() {
        return "XAResource of pool '" + name + "'";
    }
}
