package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.TimedOutException;
import dev.assent.core.foreign.Failure;
import dev.assent.core.jta.CompletionListener;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.resources.room.Held;
import dev.assent.resources.room.PoolGate;
import io.agroal.api.transaction.TransactionAware;
import jakarta.transaction.Status;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection in use: by a transaction, from its enlistment to the transaction's completion, or outside of one,
 * until the caller closes it.
 *
 * <p>At the end it goes back to the pool only when all went well. After a timeout, an XA error, an unknown outcome or a
 * reclaim the pool first closes the physical connection, with auto-commit still off. So nothing that the application
 * does at the same instant is ever committed (law 20), and nobody gets a connection to which another caller still has a
 * handle. For the same reason the pool closes it when it ends while a thread is about to get a handle of it: that
 * thread would close its handle, and with it the connection of the next holder.
 *
 * <p>Thread safety: any thread may end it; it ends once.
 */
final class ConnectionLease implements CompletionListener, Held {
    /**
     * The circumstances of one take.
     *
     * @param pool its name
     * @param transaction null outside of one
     * @param permit given back at the end; null when it needs none
     * @param place in the application's code; null when it is not recorded
     */
    record Taking(
            String pool,
            @Nullable JtaTransaction transaction,
            PoolGate.@Nullable Permit permit,
            @Nullable TakenHere place) {}

    private static final int ENDED = -1;

    private final Taking taking;
    private final TransactionAware connection;
    private final PooledXaResource resource;
    private final String thread = Thread.currentThread().getName();
    private final long sinceNanos = System.nanoTime();

    /** How many threads are about to get a handle, including the one that makes the lease; or {@link #ENDED}. */
    private final AtomicInteger takes = new AtomicInteger(1);

    private final AtomicBoolean reported = new AtomicBoolean();

    /** The thread that ends it other than through its handles. */
    private volatile @Nullable Thread ender;

    ConnectionLease(Taking taking, TransactionAware connection, PooledXaResource resource) {
        this.taking = taking;
        this.connection = connection;
        this.resource = resource;
    }

    TransactionAware connection() {
        return connection;
    }

    PooledXaResource resource() {
        return resource;
    }

    @Override
    public @Nullable JtaTransaction transaction() {
        return taking.transaction();
    }

    @Override
    public long heldNanos() {
        return System.nanoTime() - sinceNanos;
    }

    @Override
    public String holder() {
        JtaTransaction transaction = taking.transaction();
        return transaction == null ? "thread '" + thread + "' outside of a transaction" : transaction.toString();
    }

    /** The name of the thread that took it. */
    String thread() {
        return thread;
    }

    /** The place of the take, for people. */
    String place() {
        TakenHere place = taking.place();
        return place == null ? "" : place.place();
    }

    /** Whether to report it as held for long; true only once. */
    boolean report() {
        return takes.get() != ENDED && reported.compareAndSet(false, true);
    }

    boolean isReported() {
        return reported.get();
    }

    /**
     * Called by every use of a handle: whether the connection works in a transaction.
     *
     * @throws SQLException when the connection does not belong to the calling thread
     */
    boolean check(@Nullable JtaTransaction current) throws SQLException {
        checkThread(current);
        JtaTransaction own = taking.transaction();
        if (own == null) {
            return false;
        }
        boolean isWhole = resource.isWhole(); // before the reason: a rollback by the timer leaves an idle server, too
        TimedOutException timeout = own.timeout();
        if (timeout != null) {
            throw ToldException.timedOut(timeout, null);
        }
        String reason = own.whyClosed();
        if (reason != null) {
            throw misused("the transaction " + reason);
        }
        if (!isWhole) {
            throw misused("a statement has ended the transaction at this database only, and it can only roll back");
        }
        return true;
    }

    /**
     * Whether the calling thread has the connection's transaction, or both have none.
     *
     * @throws SQLException when it has not
     */
    void checkThread(@Nullable JtaTransaction current) throws SQLException {
        if (taking.transaction() != current) {
            throw misused("the thread has " + (current == null ? "no transaction" : current));
        }
    }

    /** The refusal of a use. */
    SQLException misused(String why) {
        return misused(why, null);
    }

    private SQLException misused(String why, @Nullable SQLException failed) {
        JtaTransaction own = taking.transaction();
        return new ToldException(
                MESSAGES.connectionMisused(
                        taking.pool(), own == null ? "taken outside of a transaction" : "enlisted in " + own, why),
                ToldException.INVALID_TRANSACTION_STATE,
                failed);
    }

    /**
     * The error that the application gets for an error of the connection. If its transaction has timed out, or was
     * ended for another reason, its handles are closed and its statements cancelled: it then gets that reason, with the
     * error as cause.
     */
    SQLException told(SQLException failed) {
        JtaTransaction own = taking.transaction();
        if (own == null || !own.engine().isTimedOut()) {
            return failed;
        }
        TimedOutException timeout = own.timeout();
        return timeout == null
                ? misused("the transaction " + own.whyClosed(), failed)
                : ToldException.timedOut(timeout, failed);
    }

    /** Whether it has no holder any more. */
    boolean hasEnded() {
        return takes.get() == ENDED;
    }

    // ---- its beginning

    /**
     * Another thread of the transaction is about to get a handle; it {@linkplain #leave leaves} when it has it.
     *
     * @return false when the lease has ended
     */
    boolean enter() {
        return change(1);
    }

    /**
     * A thread has its handle, or gets none.
     *
     * @return false when the lease has ended
     */
    boolean leave() {
        return change(-1);
    }

    private boolean change(int more) {
        for (; ; ) {
            int now = takes.get();
            if (now == ENDED) {
                return false;
            }
            if (takes.compareAndSet(now, now + more)) {
                return true;
            }
        }
    }

    // ---- its end

    /** The transaction is over: its connection goes back to the pool, or is closed. */
    @Override
    public void afterCompletion(int status) {
        boolean known = status == Status.STATUS_COMMITTED || status == Status.STATUS_ROLLEDBACK;
        JtaTransaction transaction = taking.transaction();
        boolean timedOut = transaction != null && transaction.engine().isTimedOut();
        end(known && !timedOut && !resource.hasFailed());
    }

    /** Ends the lease, and the physical connection with it. */
    void abandon() {
        end(false);
    }

    /**
     * Ends the lease of a holder outside of a transaction, and the physical connection with it. Local work is rolled
     * back first, since some databases commit open work when a connection closes.
     *
     * @param answerTimeout how long the database may take for that
     * @return false when the holder gave it back at the same instant
     */
    boolean takeBack(Duration answerTimeout) {
        if (takes.getAndSet(ENDED) == ENDED) {
            return false;
        }
        try {
            resource.connection().settleWithin(answerTimeout);
        } catch (Throwable broken) {
            // finish() closes it anyway
        }
        finish(false);
        return true;
    }

    /** Whether its holder has closed the last handle, or the calling thread ends it. */
    boolean mayReturn() {
        return takes.getAndSet(ENDED) != ENDED || ender == Thread.currentThread();
    }

    /** Makes room for the next caller. To be called after the connection is back in the pool, or gone. */
    void makeRoom() {
        PoolGate.Permit permit = taking.permit();
        if (permit != null && ender == null) {
            permit.release();
        }
    }

    private void end(boolean intact) {
        int underWay = takes.getAndSet(ENDED);
        if (underWay != ENDED) {
            finish(intact && underWay == 0);
        }
    }

    private void finish(boolean intact) {
        ender = Thread.currentThread();
        try {
            if (!intact) {
                destroy(); // before the guard of its SQL ends
            }
        } finally {
            resource.serve(null);
            try {
                giveBack();
            } finally {
                ender = null;
                makeRoom();
            }
        }
    }

    private void destroy() {
        try {
            resource.connection().close();
        } catch (Throwable broken) {
            // something is wrong with it, so it was to be closed anyway
        } finally {
            connection.setFlushOnly();
        }
    }

    private void giveBack() {
        try {
            connection.transactionEnd();
        } catch (SQLException failed) {
            throw new IllegalStateException(
                    MESSAGES.connectionNotReturned(taking.pool(), Failure.message(failed)), failed);
        }
    }

    @Override
    public String toString() {
        return "connection of pool '" + taking.pool() + "'";
    }
}
