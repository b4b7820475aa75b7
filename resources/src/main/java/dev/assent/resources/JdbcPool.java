package dev.assent.resources;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.resources.local.LastResourceDataSource;
import dev.assent.resources.local.LocalJdbcResource;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.quirk.LostCommits;
import dev.assent.resources.room.ClosedInTime;
import dev.assent.resources.room.Held;
import dev.assent.resources.room.PoolGate;
import dev.assent.spi.RecoverableResource;
import dev.assent.spi.XaTraits;
import io.agroal.api.AgroalDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool of XA connections to one database, or of connections without XA to one that is configured as a {@linkplain
 * LastResourceDataSource last resource}. Inside a transaction {@link #getConnection} always gives this transaction's
 * one connection of this pool. The first call enlists it, so there is one branch; closing a handle keeps the connection
 * for the transaction until that is completed. Outside of a transaction it gives a connection that commits by itself.
 *
 * <p>A handle works only where the thread has its transaction: not after the transaction timed out or was completed,
 * not in another transaction, not on a thread without one. A connection taken outside of a transaction does not work
 * inside of one, since its work would not be part of the transaction.
 *
 * <p>A pool can be opened while its database is down. {@link PoolSetting#LEAK_REPORT_AFTER_MILLIS} and {@link
 * PoolSetting#RECLAIM_AFTER_UNTOUCHED_MILLIS} say what happens to connections that nobody closes or uses.
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
    private final Assent assent;
    private final JdbcPoolConfig config;
    private final PoolCounters counters = new PoolCounters();
    private final Losses losses = new Losses();
    private final LostCommits lostCommits;
    private final PoolGate gate;
    private final Openings openings;
    private final PoolEnlistment enlistment;
    private final DatabaseQuirks row;
    private final StartupProbe<SQLException> probe;
    private final AgroalDataSource pool;
    private final Acquisition acquisition;
    private final @Nullable PoolWatch watch;
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
        this.enlistment = new PoolEnlistment(config, assent);
        this.lostCommits = new LostCommits(new LostCommits.Asked(
                config.name(),
                config.source(),
                config.time(PoolSetting.LOST_COMMIT_LIMIT_MILLIS),
                config.time(PoolSetting.RECOVERY_TIMEOUT_MILLIS),
                () -> !assent.isRunning()));
        this.lastResource = config.source() instanceof LastResourceDataSource source
                ? new LocalJdbcResource(config.name(), source, config.time(PoolSetting.RECOVERY_TIMEOUT_MILLIS))
                : null;
        boolean prepares = lastResource == null; // a last resource prepares nothing
        this.probe = new StartupProbe<>(new ProbedDatabase(config), prepares && config.isOn(PoolSetting.PROBE), assent);
        PoolSource.Order order = new PoolSource.Order(config, home(), probe, openings);
        try {
            limitLogin(config);
            LostConnection lost = new LostConnection(config, assent, losses, enlistment);
            this.pool = PoolSource.open(
                    order, AgroalSettings.of(config, enlistment, lost), new ReturnListener(enlistment, openings));
        } catch (SQLException failed) {
            throw new IllegalStateException(MESSAGES.poolFailed(config.name(), failed.getMessage()), failed);
        }
        this.acquisition = new Acquisition(
                new Acquisition.Parts(config, assent, counters, gate, openings, order, enlistment, pool), closed::get);
        this.watch = PoolWatch.isWanted(config)
                ? new PoolWatch(config, enlistment, counters, Internals.notices(assent))
                : null;
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
     * Opens a pool and registers it with the node, so that its branches are recovered. Then tries whether the database
     * keeps prepared branches ({@link PoolSetting#PROBE}); this takes up to the limits for connecting and answering. A
     * separate thread makes the connections that are made in advance. On a node that {@linkplain Assent#isHeld is held}
     * for an operator the pool does neither.
     *
     * @throws IllegalStateException when the probe found a fault that will not end by itself; the message has the
     *     remedy; when another life of the node in this process has a pool of this name and JMX shows both
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
            PoolFill.start(opened, Internals.notices(assent));
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
                Internals.register(assent, last);
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
            Internals.unregister(assent, last);
        }
    }

    private static void limitLogin(JdbcPoolConfig config) throws SQLException {
        XADataSource source = config.source();
        if (source.getLoginTimeout() == 0) {
            source.setLoginTimeout(config.count(PoolSetting.LOGIN_TIMEOUT_SECONDS));
        }
    }

    /** The name by which recovery finds its branches. */
    @Override
    public String name() {
        return config.name();
    }

    /** The pool's configuration. */
    public JdbcPoolConfig config() {
        return config;
    }

    // ---- connections

    /**
     * The connection of the thread's transaction, or one that commits by itself when the thread has none. Waits while
     * all are in use, as long as the configuration allows.
     *
     * @throws SQLTransientConnectionException when none came back in time
     * @throws SQLException when the database can't be reached, with the driver's SQLState; when the
     *     transaction takes no more work
     */
    @Override
    public Connection getConnection() throws SQLException {
        return acquisition.connection();
    }

    /** The pool's numbers. */
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

    /** From the table of quirks, for the driver of the data source. */
    @Override
    public XaTraits traits() {
        return row.traits();
    }

    /**
     * A separate connection for recovery, made by the data source and not taken from the pool: so an exhausted pool
     * does not prevent recovery from making room. The login timeout limits connecting; the recovery timeout limits each
     * answer, if the driver can.
     *
     * @throws SQLException the driver's, when the database can't be reached
     */
    @Override
    public Session open() throws SQLException {
        return RecoverySession.open(config);
    }

    // ---- life

    /**
     * Gives no connection to a transaction that has none, waits for those that have one, closes all connections, and
     * removes the resource from the node. Branches in doubt wait until a pool of this name is opened again. It does not
     * wait for the calling thread's own transaction. Idempotent.
     *
     * <p>It waits half of its time for transactions, and returns within a quarter of the node's {@link
     * Assent#closeLimit}, whatever the driver does; a warning names everything that is left then.
     */
    @Override
    public void close() {
        Closing closing = new Closing(toString(), assent.closeLimit().dividedBy(4));
        close(closing);
        closing.end(Internals.notices(assent));
    }

    /** As {@link #close()}, by the deadline of a close that has begun. */
    @Override
    public void close(Closing closing) {
        if (closed.compareAndSet(false, true)) {
            endOfShow.run();
            Held.awaitTransactions(enlistment.leases(), enlistment.current(), closing.until(ClosedInTime.TRANSACTIONS));
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
