package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.TimedOutException;
import dev.assent.core.foreign.Failure;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.handle.ConnectionHandle;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.room.FirstTakes;
import dev.assent.resources.room.Held;
import dev.assent.resources.room.PoolGate;
import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How callers get connections of a pool: they wait for room, for their transaction's other threads and for a new
 * connection, together no longer than the setting says. A caller that gets none gets the reason.
 *
 * <p>Thread safety: safe to share.
 */
final class Acquisition {
    /** The pause of a caller on a virtual thread before it asks Agroal again. */
    private static final long PAUSE_NANOS = 2_000_000;

    /** A connection that is held for this many times the longest wait seems forgotten, if no setting says otherwise. */
    private static final long LEAK_WAITS = 10;

    /** The parts of the pool. */
    record Parts(
            JdbcPoolConfig config,
            Assent assent,
            PoolCounters counters,
            PoolGate gate,
            Openings openings,
            PoolSource.Order order,
            PoolEnlistment enlistment,
            AgroalDataSource agroal) {}

    private final JdbcPoolConfig config;
    private final Assent assent;
    private final PoolCounters counters;
    private final PoolGate gate;
    private final Openings openings;
    private final PoolSource.Order order;
    private final PoolEnlistment enlistment;
    private final AgroalDataSource agroal;
    private final BooleanSupplier isClosed;
    private final FirstTakes<JtaTransaction> firstTakes = new FirstTakes<>();
    private final long acquisitionNanos;

    /**
     * Of a pool.
     *
     * @param isClosed whether the pool gives no more connections
     */
    Acquisition(Parts parts, BooleanSupplier isClosed) {
        this.config = parts.config();
        this.assent = parts.assent();
        this.counters = parts.counters();
        this.gate = parts.gate();
        this.openings = parts.openings();
        this.order = parts.order();
        this.enlistment = parts.enlistment();
        this.agroal = parts.agroal();
        this.isClosed = isClosed;
        this.acquisitionNanos =
                config.time(PoolSetting.ACQUISITION_TIMEOUT_MILLIS).toNanos();
    }

    /** As {@link JdbcPool#getConnection()}. */
    Connection connection() throws SQLException {
        long sinceNanos = System.nanoTime();
        try {
            JtaTransaction current = enlistment.current();
            return current == null || enlistment.isEnlisted() ? takeOne(sinceNanos) : takeFirst(current, sinceNanos);
        } catch (SQLException failed) {
            throw inTransaction(explained(failed));
        }
    }

    private ToldException closed(@Nullable SQLException failed) {
        return new ToldException(MESSAGES.poolClosed(config.name()), ToldException.NOT_CONNECTED, failed);
    }

    /** The error for a thread whose transaction has timed out meanwhile. */
    private SQLException inTransaction(SQLException failed) {
        JtaTransaction current = enlistment.current();
        TimedOutException timeout = current == null ? null : current.timeout();
        return timeout == null || timeout.text().equals(failed.getMessage())
                ? failed
                : ToldException.timedOut(timeout, failed);
    }

    /** Another thread of the transaction may have taken its connection meanwhile. */
    private Connection takeFirst(JtaTransaction current, long sinceNanos) throws SQLException {
        FirstTakes<JtaTransaction>.Turn turn =
                inTime(() -> firstTakes.await(current, leftNanos(sinceNanos)), sinceNanos);
        try {
            return takeOne(sinceNanos);
        } finally {
            turn.close();
        }
    }

    /** Closes a connection that turns out to be lost, and takes another one. */
    private Connection takeOne(long sinceNanos) throws SQLException {
        for (; ; ) {
            try {
                return enlistment.isEnlisted() ? take(new Take(null), sinceNanos) : takeNew(sinceNanos);
            } catch (StaleException lost) {
                if (System.nanoTime() - sinceNanos >= acquisitionNanos) {
                    throw exhausted(sinceNanos, lost);
                }
            }
        }
    }

    /** While the pool closes, only transactions that have a connection continue. */
    private Connection takeNew(long sinceNanos) throws SQLException {
        requireOpen();
        Take take = new Take(inTime(() -> gate.enter(leftNanos(sinceNanos)), sinceNanos));
        if (isClosed.getAsBoolean()) {
            take.close();
        }
        requireOpen();
        return take(take, sinceNanos);
    }

    private void requireOpen() throws SQLException {
        if (isClosed.getAsBoolean()) {
            throw closed(null);
        }
    }

    private Connection take(Take take, long sinceNanos) throws SQLException {
        enlistment.taking(take);
        try {
            Connection connection = fromAgroal(take, sinceNanos);
            ConnectionLease lease = Objects.requireNonNull(take.lease());
            enlistment.deliver(take);
            return ConnectionHandle.of(connection, new HandleStanding(lease, enlistment));
        } finally {
            enlistment.taking(null);
            take.close();
        }
    }

    /** Waits for something; null when it does not come in time. */
    private interface Waiting<T> {
        @Nullable T await() throws InterruptedException, SQLException;
    }

    /** The time that a caller may still wait: all its waits together take no longer than the setting says. */
    private long leftNanos(long sinceNanos) {
        return acquisitionNanos - (System.nanoTime() - sinceNanos);
    }

    private <T> T inTime(Waiting<T> waiting, long sinceNanos) throws SQLException {
        try {
            T there = waiting.await();
            if (there == null) {
                throw exhausted(sinceNanos, null);
            }
            return there;
        } catch (InterruptedException interrupted) {
            Thread thread = Thread.currentThread();
            thread.interrupt();
            throw new ToldException(
                    MESSAGES.poolWaitInterrupted(config.name(), thread.getName()),
                    ToldException.CANCELLED,
                    interrupted);
        }
    }

    /** A caller without a permit needs only the connection of its transaction. */
    private Connection fromAgroal(Take take, long sinceNanos) throws SQLException {
        if (take.permit() == null) {
            return fromAgroal(sinceNanos, () -> {});
        }
        if (!VirtualThreads.isCurrent()) {
            openings.opensItself(true);
            try {
                return fromAgroal(sinceNanos, () -> {});
            } finally {
                openings.opensItself(false);
            }
        }
        openings.enter();
        try {
            return fromAgroal(sinceNanos, () -> awaitOpening(sinceNanos));
        } finally {
            openings.leave();
        }
    }

    private void awaitOpening(long sinceNanos) throws SQLException {
        inTime(() -> openings.await(order::open, leftNanos(sinceNanos)) ? true : null, sinceNanos);
    }

    /** Work before each try. */
    private interface Before {
        void run() throws SQLException;
    }

    private Connection fromAgroal(long sinceNanos, Before before) throws SQLException {
        for (; ; ) {
            before.run();
            long tryNanos = System.nanoTime();
            try {
                return agroal.getConnection();
            } catch (SQLException failed) {
                long now = System.nanoTime();
                boolean waited =
                        now - tryNanos >= AgroalSettings.waitAtOnce(config).toNanos();
                boolean isForCaller = ToldException.in(failed) != null || failed instanceof StaleException;
                boolean isNotReady = Failure.find(failed, Openings.NotReadyException.class) != null;
                boolean isToTryAgain = waited || isNotReady;
                if (isForCaller || isClosed.getAsBoolean() || !isToTryAgain) {
                    throw failed;
                }
                if (now - sinceNanos >= acquisitionNanos) {
                    throw exhausted(sinceNanos, failed);
                }
                if (!waited) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }

    private SQLException explained(SQLException failed) {
        ToldException told = ToldException.in(failed);
        if (told != null) {
            if (!isClosed.getAsBoolean() && DatabaseQuirks.of(config).isLossIn(told)) {
                assent.suspect(config.name());
            }
            return told;
        }
        if (isClosed.getAsBoolean()) {
            return closed(failed);
        }
        if (failed instanceof SQLTransientConnectionException) {
            return failed;
        }
        return new ToldException(MESSAGES.poolFailed(config.name(), Failure.message(failed)), failed);
    }

    /** The error when none came in time: no connection could be made, or all are in use. */
    private SQLException exhausted(long sinceNanos, @Nullable SQLException failed) {
        counters.timeouts.increment();
        int inUse = enlistment.leases().size();
        int connectionsMax = config.count(PoolSetting.CONNECTIONS_MAX);
        long loginNanos = config.time(PoolSetting.LOGIN_TIMEOUT_SECONDS).toNanos();
        ToldException notConnected = counters.notConnectedSince(sinceNanos - loginNanos);
        if (notConnected != null && inUse < connectionsMax) {
            return notConnected;
        }
        String thread = Thread.currentThread().getName();
        long millis = (System.nanoTime() - sinceNanos) / 1_000_000;
        int waiting = gate.waiting() + 1;
        int underWay = counters.underWay();
        String longest = Held.longest(enlistment.leases());
        long leakMillis = leakMillis();
        long leaked = enlistment.leases().stream()
                .filter(each -> each.heldNanos() / 1_000_000 >= leakMillis)
                .count();
        String text;
        if (inUse < connectionsMax && underWay > 0) {
            text = MESSAGES.poolOpensSlowly(
                    config.name(), thread, millis, underWay, counters.underWayMillis(), inUse, connectionsMax, waiting);
        } else if (leaked > 0) {
            text = MESSAGES.poolLeaks(
                    config.name(), thread, millis, inUse, connectionsMax, leaked, leakMillis, waiting, longest);
        } else {
            text = MESSAGES.poolExhausted(config.name(), thread, millis, inUse, connectionsMax, waiting, longest);
        }
        return new SQLTransientConnectionException(text, ToldException.NOT_CONNECTED, failed);
    }

    /** The time after which a held connection seems forgotten. */
    private long leakMillis() {
        long told = config.get(PoolSetting.LEAK_REPORT_AFTER_MILLIS);
        return told > 0 ? told : LEAK_WAITS * config.get(PoolSetting.ACQUISITION_TIMEOUT_MILLIS);
    }
}
