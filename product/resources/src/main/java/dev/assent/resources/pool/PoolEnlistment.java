package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.TimedOutException;
import dev.assent.core.foreign.Failure;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.local.LocalWork;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import io.agroal.api.transaction.TransactionAware;
import io.agroal.api.transaction.TransactionIntegration;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Ties the connections of one pool to the transactions of one node. Agroal calls it:
 *
 * <ol>
 *   <li>{@link #getTransactionAware}: if the thread's transaction has a connection already, that one gets one more
 *       handle.
 *   <li>{@link #associate}: otherwise a connection was taken out of the pool. Auto-commit goes off <em>before</em> the
 *       branch starts: a driver may not change it later, and a rollback by the timer would leave the application with a
 *       connection that commits by itself (law 20).
 *   <li>{@link #disassociate}: the connection is about to go back. Uncommitted local work is rolled back, and then
 *       auto-commit set on again; in the other order JDBC would commit the work. Agroal would do the latter, but keeps
 *       a connection that refuses it.
 *   <li>{@link #isBack}: the connection is back in the pool, or gone. Only now there is room.
 * </ol>
 *
 * <p>If an enlistment fails the connection is closed here: Agroal would put it back as it is. The same holds for one
 * that is found lost before anybody has used it, such as after a restart of the server. The caller then takes another
 * one.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread's transaction.
 */
final class PoolEnlistment implements TransactionIntegration {
    private final String pool;
    private final boolean remembersPlaces;
    private final int validationSeconds;
    private final TransactionManager manager;
    private final TransactionSynchronizationRegistry registry;
    private final Notices notices;
    private final Map<TransactionAware, ConnectionLease> leases = new ConcurrentHashMap<>();
    private final ThreadLocal<@Nullable Take> takes = new ThreadLocal<>();
    private final ThreadLocal<@Nullable ConnectionLease> goingBack = new ThreadLocal<>();

    PoolEnlistment(
            JdbcPoolConfig config,
            TransactionManager manager,
            TransactionSynchronizationRegistry registry,
            Notices notices) {
        this.pool = config.name();
        this.remembersPlaces = config.get(PoolSetting.LEAK_REPORT_AFTER_MILLIS) > 0
                || config.get(PoolSetting.RECLAIM_AFTER_UNTOUCHED_MILLIS) > 0;
        this.validationSeconds = config.count(PoolSetting.VALIDATION_TIMEOUT_SECONDS);
        this.manager = manager;
        this.registry = registry;
        this.notices = notices;
    }

    /** The name of the pool. */
    String pool() {
        return pool;
    }

    /** Begins a take of the calling thread from Agroal; null ends it. */
    void taking(@Nullable Take take) {
        takes.set(take);
    }

    private Take take() {
        return Objects.requireNonNull(takes.get());
    }

    /**
     * Whether the thread's transaction has a connection already.
     *
     * @throws SQLException when it takes no more work
     */
    boolean isEnlisted() throws SQLException {
        JtaTransaction current = current();
        return current != null && leaseOf(current) != null;
    }

    private @Nullable ConnectionLease leaseOf(JtaTransaction current) throws SQLException {
        ConnectionLease lease = (ConnectionLease) registry.getResource(this);
        requireOpen(current, lease == null);
        return lease;
    }

    /** The connections that are in use. */
    Collection<ConnectionLease> leases() {
        return leases.values();
    }

    /** The thread's transaction; null when it has none. */
    @Nullable JtaTransaction current() {
        try {
            return (JtaTransaction) manager.getTransaction();
        } catch (SystemException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public @Nullable TransactionAware getTransactionAware() throws SQLException {
        JtaTransaction current = current();
        if (current == null) {
            return null;
        }
        ConnectionLease lease = leaseOf(current);
        if (lease == null) {
            return null;
        }
        if (!lease.enter()) {
            throw refused(current, "is over");
        }
        take().found(lease);
        return lease.connection();
    }

    private void requireOpen(JtaTransaction current, boolean enlists) throws SQLException {
        GlobalTransaction engine = current.engine();
        String reason = current.whyClosed();
        if (reason == null && enlists && engine.isMarkedRollback()) {
            reason = "can only roll back";
        }
        if (reason != null) {
            throw refused(current, reason);
        }
    }

    private ToldException refused(JtaTransaction transaction, String reason) {
        TimedOutException timeout = transaction.timeout();
        if (timeout != null) {
            return ToldException.timedOut(timeout, null);
        }
        return new ToldException(
                MESSAGES.connectionRefused(pool, transaction.id(), reason),
                ToldException.INVALID_TRANSACTION_STATE,
                transaction.engine().rollbackCause());
    }

    /**
     * Gives the caller the handle that it took.
     *
     * @throws SQLException when its transaction ended meanwhile
     */
    void deliver(Take take) throws SQLException {
        JtaTransaction current = current();
        if (!take.deliver() && current != null) {
            requireOpen(current, false);
        }
    }

    @Override
    public void associate(TransactionAware connection, XAResource xaResource) throws SQLException {
        JtaTransaction current = current();
        Take take = take();
        if (take.lease() != null && current != null) {
            requireOpen(current, false);
            return;
        }
        ConnectionLease lease = new ConnectionLease(
                new ConnectionLease.Taking(pool, current, take.permit(), remembersPlaces ? new TakenHere() : null),
                connection,
                (PooledXaResource) xaResource);
        take.made(lease);
        leases.put(connection, lease);
        lease.resource().connection().lent();
        ConnectionActivity activity = lease.resource().connection().activity();
        if (activity != null) {
            activity.start(lease);
        }
        if (!lease.resource().connection().isSound(validationSeconds)) {
            lease.abandon();
            throw new StaleException();
        }
        connection.transactionCheckCallback(() -> lease.check(current()));
        if (current != null) {
            enlist(current, lease);
        }
    }

    private void enlist(JtaTransaction current, ConnectionLease lease) throws SQLException {
        boolean done = false;
        try {
            lease.connection().transactionStart();
            lease.resource().serve(lease.connection());
            registry.registerInterposedSynchronization(lease);
            LocalWork work = lease.resource().localWork();
            if (work == null) {
                current.enlistResource(pool, lease.resource());
            } else {
                current.enlistLastResource(pool, work);
            }
            requireOpen(current, false);
            registry.putResource(this, lease);
            done = true;
        } catch (ToldException told) {
            throw told;
        } catch (Throwable failed) {
            if (lease.resource().isLost() && !current.engine().isMarkedRollback()) {
                throw new StaleException(failed); // nothing was done on it
            }
            throw new ToldException(
                    MESSAGES.connectionNotEnlisted(pool, current.id(), Failure.message(failed)),
                    ToldException.INVALID_TRANSACTION_STATE,
                    failed);
        } finally {
            if (!done) {
                lease.abandon();
            }
        }
    }

    /** Refuses if the connection has come back already: a holder may close the handle after a reclaim, too. */
    @Override
    public boolean disassociate(TransactionAware connection) {
        ConnectionLease lease = leases.get(connection);
        if (lease == null || !lease.mayReturn()) {
            return false;
        }
        leases.remove(connection);
        try {
            settle(lease);
        } finally {
            goingBack.set(lease);
        }
        return true;
    }

    /** The connection that this thread has given back is in the pool again, or closed. */
    void isBack() {
        ConnectionLease lease = goingBack.get();
        if (lease != null) {
            goingBack.remove();
            lease.makeRoom();
        }
    }

    private void settle(ConnectionLease lease) {
        PooledXaConnection physical = lease.resource().connection();
        ConnectionActivity activity = physical.activity();
        boolean sound = activity == null || activity.stop();
        try {
            physical.settle();
        } catch (Throwable broken) {
            sound = false;
            close(physical); // before Agroal sets auto-commit on again, which would commit what is left
        }
        if (!sound) {
            lease.connection().setFlushOnly();
        }
        if (sound && lease.isReported()) {
            notices.info(MESSAGES.connectionCameBack(pool, lease.heldNanos() / 1_000_000, lease.holder()));
        }
    }

    private static void close(PooledXaConnection physical) {
        try {
            physical.close();
        } catch (Throwable broken) {
            // nobody uses it any more
        }
    }

    /** Reports an error of a statement to the connection of the thread's transaction. */
    void noteError(SQLException failed) {
        ConnectionLease lease = current() == null ? null : (ConnectionLease) registry.getResource(this);
        if (lease != null) {
            lease.resource().noteError(failed);
        }
    }

    /** Not used: Assent does the recovery. */
    @Override
    public void addResourceRecoveryFactory(ResourceRecoveryFactory factory) {
        // see JdbcPool.open()
    }

    /** Not used: Assent does the recovery. */
    @Override
    public void removeResourceRecoveryFactory(ResourceRecoveryFactory factory) {
        // see JdbcPool.open()
    }
}
