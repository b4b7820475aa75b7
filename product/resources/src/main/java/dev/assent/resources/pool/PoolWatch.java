package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.adapter.Ticker;
import dev.assent.core.commit.Step;
import dev.assent.core.foreign.Telling;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks the connections in use at regular times:
 *
 * <ol>
 *   <li>A connection that is held for longer than {@code leak-report-after-millis} is reported, once.
 *   <li>A connection that was not used for {@code reclaim-after-untouched-millis} is taken back.
 * </ol>
 *
 * <p>Outside of a transaction the pool closes the connection, and so makes room for another. It does not give it to the
 * next caller, since the holder still has a handle, and the session is in an unknown state.
 *
 * <p>Inside a transaction the whole transaction ends, as if it had timed out. Marking it rollback-only would leave the
 * connection with its forgetful holder; taking only the connection would let the transaction go on without work that it
 * relies on. The decision is the same compare-and-set that the timeout uses, so it never affects a transaction that
 * already commits.
 *
 * <p>Thread safety: the tick runs on its own thread. Each reclaim rolls back on its own thread, since a database may be
 * slow to answer.
 */
final class PoolWatch implements AutoCloseable {
    private static final int PERIOD_MILLIS_MIN = 10;
    private static final int PERIOD_MILLIS_MAX = 1_000;

    private final String pool;
    private final long reportNanos;
    private final long reclaimNanos;
    private final Duration answerTimeout;
    private final PoolEnlistment enlistment;
    private final PoolCounters counters;
    private final Notices notices;
    private final Set<ConnectionLease> beingReclaimed = ConcurrentHashMap.newKeySet();
    private final Ticker ticker;

    /** Starts to watch. */
    PoolWatch(JdbcPoolConfig config, PoolEnlistment enlistment, PoolCounters counters, Notices notices) {
        this.pool = config.name();
        this.reportNanos = limitNanos(config, PoolSetting.LEAK_REPORT_AFTER_MILLIS);
        this.reclaimNanos = limitNanos(config, PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS);
        this.answerTimeout = config.time(PoolSetting.RECOVERY_TIMEOUT_MILLIS);
        this.enlistment = enlistment;
        this.counters = counters;
        this.notices = notices;
        this.ticker = new Ticker("assent-pool-" + pool + "-watch", periodMillis(), this::tick, this::failed);
    }

    /** Whether this configuration needs a watch. */
    static boolean isWanted(JdbcPoolConfig config) {
        return config.get(PoolSetting.LEAK_REPORT_AFTER_MILLIS) > 0
                || config.get(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS) > 0;
    }

    private static long limitNanos(JdbcPoolConfig config, PoolSetting setting) {
        long millis = config.get(setting);
        return millis == 0 ? Long.MAX_VALUE : millis * 1_000_000;
    }

    /** A quarter of the shorter limit, so that no report comes much too late. */
    private int periodMillis() {
        long quarter = Math.min(reportNanos, reclaimNanos) / 4_000_000;
        return (int) Math.max(PERIOD_MILLIS_MIN, Math.min(PERIOD_MILLIS_MAX, quarter));
    }

    private void tick() {
        Telling.all(enlistment.leases(), this::look); // a failure at one does not affect the others
    }

    private void look(ConnectionLease lease) {
        if (lease.heldNanos() >= reportNanos && lease.report()) {
            report(lease);
        }
        if (isReclaimable(lease) && beingReclaimed.add(lease)) {
            boolean isStarted = false;
            try {
                Thread thread = new Thread(() -> reclaim(lease), "assent-pool-" + pool + "-reclaim");
                thread.setDaemon(true);
                thread.start();
                isStarted = true;
            } finally {
                if (!isStarted) { // no thread can be started now: the next tick tries again
                    beingReclaimed.remove(lease);
                }
            }
        }
    }

    private void failed(Throwable failure) {
        notices.warning(MESSAGES.poolWatchFailed(pool, failure));
    }

    private static long untouchedNanos(ConnectionLease lease) {
        ConnectionActivity activity = lease.resource().connection().activity();
        return activity == null ? 0 : activity.untouchedNanos(lease);
    }

    private boolean isReclaimable(ConnectionLease lease) {
        JtaTransaction transaction = lease.transaction();
        return untouchedNanos(lease) >= reclaimNanos && (transaction == null || isActive(transaction.engine()));
    }

    private static boolean isActive(GlobalTransaction transaction) {
        return transaction.step() == Step.ACTIVE && !transaction.isTimedOut();
    }

    private void report(ConnectionLease lease) {
        counters.leaked.increment();
        notices.warning(MESSAGES.connectionHeldLong(
                pool, lease.heldNanos() / 1_000_000, lease.holder(), lease.thread(), lease.place()));
    }

    private void reclaim(ConnectionLease lease) {
        try {
            JtaTransaction transaction = lease.transaction();
            if (transaction == null) {
                takeBack(lease);
            } else {
                end(transaction.engine(), lease);
            }
        } catch (Throwable failure) {
            failed(failure);
        } finally {
            beingReclaimed.remove(lease);
        }
    }

    private void takeBack(ConnectionLease lease) {
        ConnectionActivity activity = lease.resource().connection().activity();
        long untouchedMillis = untouchedNanos(lease) / 1_000_000;
        if (activity != null
                && activity.reclaim(lease, reclaimNanos, untouchedMillis + " ms")
                && lease.takeBack(answerTimeout)) {
            counters.reclaimed.increment();
            notices.warning(
                    MESSAGES.connectionReclaimed(pool, lease.holder(), untouchedMillis, lease.thread(), lease.place()));
        }
    }

    private void end(GlobalTransaction transaction, ConnectionLease lease) {
        long untouchedNanos = untouchedNanos(lease);
        if (untouchedNanos < reclaimNanos || !isActive(transaction)) {
            return;
        }
        String told = MESSAGES.transactionReclaimed(
                pool, lease.holder(), untouchedNanos / 1_000_000, lease.thread(), lease.place());
        transaction.unasked().abandon(new ToldException(told, ToldException.INVALID_TRANSACTION_STATE, null));
        if (transaction.isTimedOut()) {
            counters.reclaimed.increment();
            notices.warning(told);
        }
    }

    /** Stops; reclaims under way go on. */
    @Override
    public void close() {
        ticker.close();
    }
}
