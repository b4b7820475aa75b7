package dev.assent.resources;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.message.Message;
import io.agroal.api.transaction.TransactionAware;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection while a transaction has it, from its enlistment to the transaction's completion,
 * or while someone has it outside of one, until it is closed.
 *
 * <p>At the end it goes back to the pool only when all went well. After a timeout, an XA error or an
 * unknown outcome the physical connection is closed first, with auto-commit still off, so that nothing
 * that the application does at the same instant is ever committed (law 20).
 *
 * <p>Thread safety: any thread may end it; it ends once.
 */
final class ConnectionLease implements Synchronization {
    private final String pool;
    private final TransactionAware connection;
    private final PooledXaResource resource;
    private final @Nullable JtaTransaction transaction;
    private final String thread = Thread.currentThread().getName();
    private final long sinceNanos = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();

    ConnectionLease(
            String pool, TransactionAware connection, PooledXaResource resource, @Nullable JtaTransaction transaction) {
        this.pool = pool;
        this.connection = connection;
        this.resource = resource;
        this.transaction = transaction;
    }

    TransactionAware connection() {
        return connection;
    }

    PooledXaResource resource() {
        return resource;
    }

    boolean isOf(JtaTransaction candidate) {
        return transaction == candidate;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Who has it, for people. */
    String holder() {
        return transaction == null ? "thread '" + thread + "' outside of a transaction" : transaction.toString();
    }

    /**
     * Called by every use of a handle: whether the connection works in a transaction.
     *
     * @throws SQLException when the calling thread is not where the connection belongs
     */
    boolean check(@Nullable JtaTransaction current) throws SQLException {
        JtaTransaction own = transaction;
        if (own == null) {
            if (current != null) {
                throw misused("taken outside of a transaction", "the thread has " + current);
            }
            return false;
        }
        if (own != current) {
            throw misused("enlisted in " + own, "the thread has " + (current == null ? "no transaction" : current));
        }
        String reason = own.whyClosed();
        if (reason != null) {
            throw misused("enlisted in " + own, "the transaction " + reason);
        }
        return true;
    }

    private SQLException misused(String belongs, String why) {
        return new ToldException(
                Message.CONNECTION_MISUSED.text(pool, belongs, why), ToldException.INVALID_TRANSACTION_STATE, null);
    }

    @Override
    public void beforeCompletion() {
        // handles may be used until the branch is prepared
    }

    /** The transaction is over: its connection goes back, or is closed. */
    @Override
    public void afterCompletion(int status) {
        boolean known = status == Status.STATUS_COMMITTED || status == Status.STATUS_ROLLEDBACK;
        boolean timedOut = transaction != null && transaction.engine().isTimedOut();
        end(known && !timedOut && !resource.hasFailed());
    }

    /** Ends the lease, and the physical connection with it. */
    void abandon() {
        end(false);
    }

    private void end(boolean intact) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        resource.serve(null);
        try {
            if (!intact) {
                destroy();
            }
        } finally {
            giveBack();
        }
    }

    private void destroy() {
        try {
            resource.connection().close();
        } catch (SQLException broken) {
            // it was to be closed because something is wrong with it
        } finally {
            connection.setFlushOnly();
        }
    }

    private void giveBack() {
        try {
            connection.transactionEnd();
        } catch (SQLException failed) {
            throw new IllegalStateException(Message.POOL_FAILED.text(pool, failed.getMessage()), failed);
        }
    }

    @Override
    public String toString() {
        return "connection of pool '" + pool + "'";
    }
}
