package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.core.foreign.Failure;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.PoolStatistics;
import dev.assent.resources.local.LastResourceDataSource;
import dev.assent.resources.local.LocalJdbcResource;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.quirk.LostCommits;
import dev.assent.resources.room.ClosedInTime;
import dev.assent.resources.room.Held;
import dev.assent.resources.room.PoolGate;
import dev.assent.spi.XaTraits;
import io.agroal.api.AgroalDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool that was opened: its parts, and their order at the opening and the close.
 *
 * <p>Thread safety: safe to share; a handle is used by one thread at a time.
 */
public final class OpenJdbcPool implements JdbcPool, ClosedInTime {
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

    private OpenJdbcPool(Assent assent, JdbcPoolConfig config) {
        config.check();
        this.assent = assent;
        this.config = config;
        this.row = DatabaseQuirks.of(config);
        this.gate = new PoolGate(config.count(PoolSetting.CONNECTIONS_MAX));
        this.openings = new Openings(config.name(), counters, gate);
        this.enlistment = new PoolEnlistment(
                config, assent.transactionManager(), assent.synchronizationRegistry(), Internals.notices(assent));
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
            throw new IllegalStateException(MESSAGES.poolFailed(config.name(), Failure.message(failed)), failed);
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

    /** As {@link JdbcPool#open}. */
    public static OpenJdbcPool open(Assent assent, JdbcPoolConfig config) {
        OpenJdbcPool opened = new OpenJdbcPool(assent, config);
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

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public JdbcPoolConfig config() {
        return config;
    }

    // ---- connections

    @Override
    public Connection getConnection() throws SQLException {
        return acquisition.connection();
    }

    @Override
    public PoolStatistics statistics() {
        return counters.snapshot(
                config.count(PoolSetting.CONNECTIONS_MAX), enlistment.leases().size(), gate.waiting());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    // ---- recovery

    @Override
    public XaTraits traits() {
        return row.traits();
    }

    @Override
    public Session open() throws SQLException {
        return RecoverySession.open(config);
    }

    // ---- life

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
    public boolean isOpening() {
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
