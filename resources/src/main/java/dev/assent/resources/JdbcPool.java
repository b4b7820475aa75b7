package dev.assent.resources;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.Assent;
import dev.assent.core.Closing;
import dev.assent.core.foreign.Failure;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.TimedOutException;
import dev.assent.core.xa.RecoverableResource;
import dev.assent.core.xa.XaTraits;
import dev.assent.resources.handle.ConnectionHandle;
import dev.assent.resources.local.LastResourceDataSource;
import dev.assent.resources.local.LocalJdbcResource;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.quirk.LostCommits;
import dev.assent.resources.room.ClosedInTime;
import dev.assent.resources.room.FirstTakes;
import dev.assent.resources.room.Held;
import dev.assent.resources.room.PoolGate;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool of XA connections to one database, or of connections without XA to one that is configured as a
 * {@linkplain LastResourceDataSource last resource}. Inside a transaction {@link #getConnection} gives the one
 * connection that this transaction has of this pool, as often as it is asked: it is enlisted at the
 * first time, so there is one branch, and closing a handle keeps the connection for the transaction
 * until that is completed. Outside of a transaction it gives a connection that commits by itself.
 *
 * <p>A handle works where the thread has its transaction, and nowhere else: not after the transaction
 * ran out of time or was completed, not in another transaction, not on a thread without one. Neither
 * does a connection taken outside work inside, since its work would not be part of the transaction.
 *
 * <p>A pool can be opened while its database is down. What happens to connections that nobody closes, or
 * uses, say {@link PoolSetting#LEAK_REPORT_AFTER_MILLIS} and {@link
 * PoolSetting#RECLAIM_AFTER_UNTOUCHED_MILLIS}.
 *
 * <pre>{@code
 * try (Assent assent = Assent.builder().open();
 *         JdbcPool orders = JdbcPool.open(assent, JdbcPoolConfig.of("orders", ordersXaDataSource))) {
 *     ...
 * }
 * }</pre>
 *
 * <p>Thread safety: safe to share; a handle is used by one thread at a time.
 */
public final class JdbcPool implements DataSource, RecoverableResource, ClosedInTime, AutoCloseable {
    /**
     * How long Agroal waits before it is asked again. {@link PoolGate} lets in as many as there are connections,
     * so nobody waits there for another to give one back. But a virtual thread waits for the thread that takes over its
     * connection from {@link Openings}; and who finds the only one idle just when Agroal tries it or closes it waits for that, and is
     * not woken when it is gone.
     */
    private static final Duration WAIT_AT_ONCE_MAX = Duration.ofMillis(250);

    /** How long a caller on a virtual thread lets others get on before it asks Agroal again. */
    private static final long PAUSE_NANOS = 2_000_000;

    /** A connection that is held for so many times the longest wait seems to be forgotten, when nothing else is set. */
    private static final long LEAK_WAITS = 10;

    private final Assent assent;
    private final JdbcPoolConfig config;
    private final PoolCounters counters = new PoolCounters();
    private final Losses losses = new Losses();
    private final LostCommits lostCommits;
    private final PoolGate gate;
    private final Openings openings;
    private final PoolSource.Order order;
    private final PoolEnlistment enlistment;
    private final FirstTakes<JtaTransaction> firstTakes = new FirstTakes<>();
    private final DatabaseQuirks row;
    private final StartupProbe<SQLException> probe;
    private final AgroalDataSource pool;
    private final @Nullable PoolWatch watch;
    private final long acquisitionNanos;
    private final @Nullable LocalJdbcResource lastResource;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Runnable endOfShow = () -> {};

    private JdbcPool(Assent assent, JdbcPoolConfig config) {
        config.requireConsistent();
        this.assent = assent;
        this.config = config;
        this.row = config.row();
        this.gate = new PoolGate(config.count(PoolSetting.CONNECTIONS_MAX));
        this.openings = new Openings(config.name(), counters, gate);
        this.acquisitionNanos =
                config.time(PoolSetting.ACQUISITION_TIMEOUT_MILLIS).toNanos();
        this.enlistment = new PoolEnlistment(config, assent);
        this.lostCommits = new LostCommits(new LostCommits.Asked(
                config.name(),
                config.source(),
                config.time(PoolSetting.LOST_COMMIT_LIMIT_MILLIS),
                config.time(PoolSetting.RECOVERY_TIMEOUT_MILLIS),
                () -> !assent.coordinator().isRunning()));
        this.lastResource = config.source() instanceof LastResourceDataSource source
                ? new LocalJdbcResource(config.name(), source, config.time(PoolSetting.RECOVERY_TIMEOUT_MILLIS))
                : null;
        boolean prepares = lastResource == null; // a last resource prepares nothing
        this.probe = new StartupProbe<>(new ProbedDatabase(config), prepares && config.isOn(PoolSetting.PROBE), assent);
        this.order = new PoolSource.Order(config, home(), probe, openings);
        try {
            limitLogin(config);
            LostConnection lost = new LostConnection(config, assent, losses, enlistment);
            this.pool =
                    PoolSource.open(order, agroal(config, enlistment, lost), new ReturnListener(enlistment, openings));
        } catch (SQLException failed) {
            throw new IllegalStateException(MESSAGES.poolFailed(config.name(), failed.getMessage()), failed);
        }
        this.watch = PoolWatch.isWanted(config) ? new PoolWatch(config, enlistment, counters, assent.notices()) : null;
    }

    private PooledXaConnection.Home home() {
        Runnable onLoss = () -> {
            losses.note();
            assent.suspect(config.name());
        };
        return new PooledXaConnection.Home(
                config.name(), row, counters, losses, new CorrectedXaResource.Care(lostCommits, onLoss));
    }

    /**
     * Opens a pool and registers it with the node, so that its branches are recovered. Then tries whether the
     * database keeps prepared branches ({@link PoolSetting#PROBE}), as long as it may take to connect and to
     * answer. Connections to be made in advance are made by a thread of their own. A node that {@linkplain
     * Assent#isHeld is held} for an operator does neither.
     *
     * @throws IllegalStateException when the probe found what will not mend itself; the message has what mends it;
     *     when another life of the node in this process has a pool of this name and both are shown by JMX
     * @throws IllegalArgumentException when the name is taken or not allowed, or settings contradict each
     *     other
     */
    public static JdbcPool open(Assent assent, JdbcPoolConfig config) {
        JdbcPool opened = new JdbcPool(assent, config);
        try (Assent.RecoveryPause untilProbed = assent.pauseRecovery()) {
            opened.register();
            opened.showAndProbe();
        }
        if (!assent.isHeld()) {
            PoolFill.start(opened, assent.notices());
        }
        return opened;
    }

    private void showAndProbe() {
        try {
            endOfShow = PoolBean.show(assent, name(), this::statistics);
            if (!assent.isHeld()) {
                probe.atOpening();
            }
        } catch (Throwable refused) {
            close();
            throw refused;
        }
    }

    private void register() {
        LocalJdbcResource last = lastResource;
        try {
            if (last == null) {
                assent.register(this);
            } else {
                assent.register(last);
            }
        } catch (Throwable refused) {
            shut(new Closing(toString(), assent.closeLimit().dividedBy(4)));
            throw refused;
        }
    }

    private void unregister() {
        LocalJdbcResource last = lastResource;
        if (last == null) {
            assent.unregister(this);
        } else {
            assent.unregister(last);
        }
    }

    private static void limitLogin(JdbcPoolConfig config) throws SQLException {
        XADataSource source = config.source();
        if (source.getLoginTimeout() == 0) {
            source.setLoginTimeout(config.count(PoolSetting.LOGIN_TIMEOUT_SECONDS));
        }
    }

    /** Divides the whole wait evenly, so that it does not become longer. */
    private static Duration waitAtOnce(JdbcPoolConfig config) {
        Duration timeout = config.time(PoolSetting.ACQUISITION_TIMEOUT_MILLIS);
        return timeout.dividedBy(1 + timeout.minusNanos(1).dividedBy(WAIT_AT_ONCE_MAX));
    }

    /** Agroal's part: it fails at once, since a retry is the caller's; recovery is not its business. */
    private static AgroalDataSourceConfigurationSupplier agroal(
            JdbcPoolConfig config, PoolEnlistment enlistment, LostConnection lost) {
        int validationSeconds = config.count(PoolSetting.VALIDATION_TIMEOUT_SECONDS);
        Duration idle = config.time(PoolSetting.VALIDATION_AFTER_IDLE_MILLIS);
        AgroalDataSourceConfigurationSupplier agroal = new AgroalDataSourceConfigurationSupplier();
        agroal.connectionPoolConfiguration()
                .initialSize(0)
                .minSize(config.count(PoolSetting.CONNECTIONS_PREFILLED))
                .maxSize(config.count(PoolSetting.CONNECTIONS_MAX))
                .acquisitionTimeout(waitAtOnce(config))
                .establishmentRetryAttempts(0)
                .recoveryEnable(false)
                .validateOnBorrow(idle.isZero())
                .idleValidationTimeout(idle)
                .reapTimeout(config.time(PoolSetting.IDLE_LIMIT_SECONDS))
                .maxLifetime(config.time(PoolSetting.LIFETIME_LIMIT_SECONDS))
                .connectionValidator(ConnectionValidator.defaultValidatorWithTimeout(validationSeconds))
                .exceptionSorter(lost)
                .transactionIntegration(enlistment)
                .connectionFactoryConfiguration()
                .connectionProviderClass(PoolSource.Adapter.class)
                .networkTimeout(config.time(PoolSetting.NETWORK_TIMEOUT_MILLIS));
        return agroal;
    }

    /** The name under which branches are recovered. */
    @Override
    public String name() {
        return config.name();
    }

    /** What the pool is made of. */
    public JdbcPoolConfig config() {
        return config;
    }

    // ---- connections

    /**
     * The connection of the thread's transaction, or one that commits by itself when the thread has
     * none. Waits while all are in use, as long as the configuration allows.
     *
     * @throws SQLTransientConnectionException when none came back in time
     * @throws SQLException when the database can't be reached, with the driver's SQLState; when the
     *     transaction takes no more work
     */
    @Override
    public Connection getConnection() throws SQLException {
        long sinceNanos = System.nanoTime();
        try {
            JtaTransaction current = enlistment.current();
            return current == null || enlistment.isEnlisted() ? takeOne(sinceNanos) : takeFirst(current, sinceNanos);
        } catch (SQLException failed) {
            throw inTransaction(explained(failed));
        }
    }

    /** What the thread is told whose transaction has timed out meanwhile. */
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

    /** One that turns out to be lost is closed, and another one is taken. */
    private Connection takeOne(long sinceNanos) throws SQLException {
        for (; ; ) {
            boolean isEnlisted = enlistment.isEnlisted();
            Take take = new Take(isEnlisted ? null : inTime(() -> gate.enter(leftNanos(sinceNanos)), sinceNanos));
            try {
                return take(take, sinceNanos);
            } catch (StaleException lost) {
                if (System.nanoTime() - sinceNanos >= acquisitionNanos) {
                    throw exhausted(sinceNanos, lost);
                }
            }
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

    /** Waits for something; null when it is not there in time. */
    private interface Waiting<T> {
        @Nullable T await() throws InterruptedException, SQLException;
    }

    /** For how long a caller may still wait: all its waits together take no longer than the setting says. */
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
                    MESSAGES.poolWaitInterrupted(name(), thread.getName()), ToldException.CANCELLED, interrupted);
        }
    }

    /** Who has no permit needs no other connection than that of its transaction. */
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

    /** Something done before each try. */
    private interface Before {
        void run() throws SQLException;
    }

    private Connection fromAgroal(long sinceNanos, Before before) throws SQLException {
        for (; ; ) {
            before.run();
            long tryNanos = System.nanoTime();
            try {
                return pool.getConnection();
            } catch (SQLException failed) {
                long now = System.nanoTime();
                boolean waited = now - tryNanos >= waitAtOnce(config).toNanos();
                boolean isForCaller = ToldException.in(failed) != null || failed instanceof StaleException;
                boolean isNotReady = Failure.find(failed, Openings.NotReadyException.class) != null;
                boolean isToTryAgain = waited || isNotReady;
                if (isForCaller || closed.get() || !isToTryAgain) {
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
            if (row.isLossIn(told)) {
                assent.suspect(name());
            }
            return told;
        }
        if (closed.get()) {
            return new ToldException(MESSAGES.poolClosed(name()), ToldException.NOT_CONNECTED, failed);
        }
        if (failed instanceof SQLTransientConnectionException) {
            return failed;
        }
        return new ToldException(MESSAGES.poolFailed(name(), failed.getMessage()), failed);
    }

    /** Nothing in time: since no connection could be made, or because all are in use. */
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
                    name(), thread, millis, underWay, counters.underWayMillis(), inUse, connectionsMax, waiting);
        } else if (leaked > 0) {
            text = MESSAGES.poolLeaks(
                    name(), thread, millis, inUse, connectionsMax, leaked, leakMillis, waiting, longest);
        } else {
            text = MESSAGES.poolExhausted(name(), thread, millis, inUse, connectionsMax, waiting, longest);
        }
        return new SQLTransientConnectionException(text, ToldException.NOT_CONNECTED, failed);
    }

    /** From when on a connection that is held seems to be forgotten. */
    private long leakMillis() {
        long told = config.get(PoolSetting.LEAK_REPORT_AFTER_MILLIS);
        return told > 0 ? told : LEAK_WAITS * config.get(PoolSetting.ACQUISITION_TIMEOUT_MILLIS);
    }

    /** How the pool is doing. */
    public PoolStatistics statistics() {
        return counters.snapshot(
                config.count(PoolSetting.CONNECTIONS_MAX), enlistment.leases().size(), gate.waiting());
    }

    /** Not offered: a pool has one user. */
    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    // ---- recovery

    /** As the table of quirks says for the driver of the data source. */
    @Override
    public XaTraits traits() {
        return row.traits();
    }

    /**
     * A connection of recovery's own, made by the data source and not taken from the pool, so that a
     * pool with nothing left does not keep recovery from making room. Connecting is limited by the
     * login timeout, each answer by the recovery timeout where the driver can limit it.
     *
     * @throws SQLException the driver's, when the database can't be reached
     */
    @Override
    public Session open() throws SQLException {
        return RecoverySession.open(config);
    }

    // ---- life

    /**
     * Closes all connections, also those in use, and takes the resource out of the node: transactions
     * should have ended before. Branches in doubt wait until a pool of the name is opened again.
     * Idempotent.
     *
     * <p>It returns within a quarter of the node's {@link Assent#closeLimit}, whatever the driver does; a warning names
     * what is left then.
     */
    @Override
    public void close() {
        Closing closing = new Closing(toString(), assent.closeLimit().dividedBy(4));
        close(closing);
        closing.end(assent.notices());
    }

    /** As {@link #close()}, by the deadline of a close that has begun. */
    @Override
    public void close(Closing closing) {
        if (closed.compareAndSet(false, true)) {
            endOfShow.run();
            unregister();
            shut(closing);
        }
    }

    /** Whether a connection is being made. */
    boolean isOpening() {
        return counters.underWay() > 0;
    }

    boolean isClosed() {
        return closed.get();
    }

    private void shut(Closing closing) {
        closed.set(true);
        if (watch != null) {
            watch.close();
        }
        lostCommits.close();
        gate.close();
        new PoolClosing(name(), pool, counters).close(closing);
    }

    @Override
    public String toString() {
        return "pool '" + name() + "'";
    }

    // ---- the rest of a DataSource

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return config.source().getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        config.source().setLogWriter(out);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return config.source().getLoginTimeout();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        config.source().setLoginTimeout(seconds);
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return config.source().getParentLogger();
    }
}
