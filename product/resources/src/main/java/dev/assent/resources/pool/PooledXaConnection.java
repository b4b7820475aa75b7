package dev.assent.resources.pool;

import dev.assent.TransactionId;
import dev.assent.core.local.LocalRollbackException;
import dev.assent.core.local.LocalWork;
import dev.assent.core.xa.AnswerTimeout;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.quirk.ProbeStep;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A physical connection of a pool: the driver's, with an XAResource that knows its name and notices
 * failures.
 *
 * <p>Thread safety: that of the driver's connection; {@link #close} may be called by any thread.
 */
final class PooledXaConnection implements XAConnection {
    private final XAConnection driver;
    private final PooledXaResource resource;
    private final SqlGuard guard;
    private final PoolCounters counters;
    private final Losses losses;
    private final @Nullable ConnectionActivity activity;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final DatabaseQuirks row;
    private volatile Connection physical;

    /** When it was last known to be sound. */
    private volatile long soundNanos;

    /** The connection for reading the driver's state: below its handles, which use reflection at every call. */
    private volatile Connection innermost;

    private volatile Namespace namespace;

    /**
     * The common part of a pool's connections.
     *
     * @param name of the pool
     * @param row of the driver, by its data source
     * @param counters of the pool
     * @param losses of the pool
     * @param care the reactions when this one is lost
     */
    record Home(String name, DatabaseQuirks row, PoolCounters counters, Losses losses, CorrectedXaResource.Care care) {}

    /**
     * Takes over a connection; the caller closes it if this fails.
     *
     * @param activity notes the application's calls; null when the pool does not need that
     */
    PooledXaConnection(Home home, XAConnection driver, @Nullable ConnectionActivity activity) throws SQLException {
        String name = home.name();
        this.driver = driver;
        this.counters = home.counters();
        this.losses = home.losses();
        this.activity = activity;
        this.physical = driver.getConnection();
        XAResource raw = driver.getXAResource();
        LocalWork local = raw instanceof LocalWork work ? work : null;
        this.row = local == null ? DatabaseQuirks.of(raw, physical) : home.row().orBy(physical);
        this.resource = new PooledXaResource(
                name,
                new CorrectedXaResource(raw, local == null ? row : DatabaseQuirks.UNKNOWN, physical, home.care()),
                this,
                local == null ? null : new WholeWork(new WorkInOwnNamespace(local), row));
        boolean isBranch = local == null;
        this.guard = new SqlGuard(
                "pool '" + name + "'",
                isBranch ? row.ending() : row.endingLocally(),
                row.isEndedByIsolation(isBranch),
                resource);
        this.innermost = physical;
        this.namespace = new Namespace(physical);
        physical.close(); // otherwise HSQLDB gives the pool no other one
        this.soundNanos = System.nanoTime();
    }

    /** Reports refused prepares to the probe, which names a remedy if there is one. */
    void tellOfRefusedPrepares(StartupProbe<?> probe) {
        resource.whenPrepareFails(
                failed -> probe.prepareRefused(row.product(), sql -> row.remedyFor(ProbeStep.PREPARE, sql), failed));
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    /** The pool calls this when it makes the connection, and keeps the last result. */
    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = next();
        physical = connection;
        innermost = innermost(connection);
        Namespace fresh = new Namespace(connection);
        namespace = fresh;
        Connection handle = DriverHandle.of(connection, fresh, guard);
        return activity == null ? handle : WatchedCalls.of(handle, activity);
    }

    private Connection next() throws SQLException {
        try {
            return Objects.requireNonNull(driver.getConnection(), "the driver gives no connection");
        } catch (SQLException failed) {
            throw failed;
        } catch (Throwable failed) { // Agroal passes only an SQLException to its caller as one
            throw new UnfitException(failed);
        }
    }

    private static Connection innermost(Connection handle) {
        try {
            return handle.isWrapperFor(Connection.class) ? handle.unwrap(Connection.class) : handle;
        } catch (Throwable notTold) { // a driver of JDBC 3 has no isWrapperFor
            return handle;
        }
    }

    /** Its last use; null when the pool does not need that. */
    @Nullable ConnectionActivity activity() {
        return activity;
    }

    /** Local work whose marker goes to the schema that recovery reads, even if the application has set another one. */
    private final class WorkInOwnNamespace implements LocalWork {
        private final LocalWork work;

        WorkInOwnNamespace(LocalWork work) {
            this.work = work;
        }

        @Override
        public void commit(@Nullable TransactionId marker) throws Exception {
            if (marker != null) {
                restoreOrRollBack();
            }
            work.commit(marker);
        }

        private void restoreOrRollBack() throws LocalRollbackException {
            try {
                namespace.restore();
            } catch (Throwable neverSent) {
                throw WholeWork.rolledBack(work, neverSent);
            }
        }

        @Override
        public void rollback() throws Exception {
            work.rollback();
        }
    }

    /**
     * Rolls back work outside of auto-commit and outside of a branch, sets auto-commit on again, and resets schema and
     * catalog.
     */
    void settle() throws SQLException {
        try {
            if (!innermost.getAutoCommit()) {
                Connection connection = physical;
                connection.rollback();
                connection.setAutoCommit(true);
            }
            namespace.restore();
            namespace.settled();
        } finally {
            namespace.givenBack();
        }
    }

    /** It has a holder from now on, until {@link #settle}. */
    void lent() {
        namespace.lent();
    }

    /** As {@link #settle}, for one that may not answer: waits no longer than this. */
    void settleWithin(Duration answerTimeout) throws SQLException {
        AnswerTimeout.limit(physical, answerTimeout);
        settle();
    }

    /**
     * Whether it is sound, as far as is known. Tests it if the pool has learned of a loss after this one was made or
     * last tested.
     *
     * @param timeoutSeconds the longest time of such a test
     */
    boolean isSound(int timeoutSeconds) {
        if (!losses.isAnySince(soundNanos)) {
            return true;
        }
        long nowNanos = System.nanoTime();
        try {
            if (physical.isValid(timeoutSeconds)) {
                soundNanos = nowNanos;
                return true;
            }
        } catch (Throwable broken) { // a driver of JDBC 3 has no isValid
            // it is not sound
        }
        return false;
    }

    /** Whether the driver knows that the connection is lost, so that it can send nothing more. */
    boolean isLost() {
        try {
            return physical.isClosed();
        } catch (Throwable unknown) {
            return false;
        }
    }

    /** Closes once: a second caller does not wait while the driver closes it, which may take for ever. */
    @Override
    public void close() throws SQLException {
        if (closed.compareAndSet(false, true)) {
            counters.destroyed.increment();
            resource.closing();
            try {
                driver.close();
            } finally {
                counters.gone(this);
            }
        }
    }

    /**
     * Cuts a connection that the driver does not close, as a loss of the network would, so that no thread waits for it
     * any longer. If the driver can't do that, the connection stays until the process ends.
     */
    void cut() throws SQLException {
        try {
            innermost.abort(Runnable::run); // the driver's handle is closed already, and would refuse it
            counters.gone(this);
        } catch (SQLFeatureNotSupportedException | AbstractMethodError cannot) {
            // it stays open
        }
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        driver.addConnectionEventListener(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        driver.removeConnectionEventListener(listener);
    }

    @Override
    public void addStatementEventListener(StatementEventListener listener) {
        driver.addStatementEventListener(listener);
    }

    @Override
    public void removeStatementEventListener(StatementEventListener listener) {
        driver.removeStatementEventListener(listener);
    }
}
