package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.resources.PoolStatistics;
import dev.assent.resources.pool.PoolBean;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.room.ClosedInTime;
import dev.assent.resources.room.Held;
import dev.assent.spi.RecoverableResource;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;

/**
 * A pool that was opened: its handles, its sessions, and their order at the opening and the close.
 *
 * <p>Thread safety: safe to share; a handle is used by one thread at a time.
 */
final class OpenJmsPool implements JmsPool, ClosedInTime {
    private final Assent assent;
    private final JmsPoolConfig config;
    private final StartupProbe<JMSException> probe;
    private final PhysicalSessions sessions;
    private final SessionEnlistment enlistment;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Runnable endOfShow = () -> {};

    private OpenJmsPool(Assent assent, JmsPoolConfig config) {
        this.assent = assent;
        this.config = config;
        this.probe = new StartupProbe<>(new ProbedBroker(config), config.isOn(JmsPoolSetting.PROBE), assent);
        this.sessions = new PhysicalSessions(
                config,
                probe,
                new LossListeners(config.name(), Internals.notices(assent)),
                () -> assent.suspect(config.name()));
        this.enlistment = new SessionEnlistment(config, sessions, assent);
    }

    /** As {@link JmsPool#open}. */
    static OpenJmsPool open(Assent assent, JmsPoolConfig config) {
        OpenJmsPool opened = new OpenJmsPool(assent, config);
        try (Assent.RecoveryPause untilProbed = assent.pauseRecovery()) {
            assent.register(opened);
            opened.showAndProbe();
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

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public JmsPoolConfig config() {
        return config;
    }

    // ---- handles

    @Override
    public Connection createConnection() {
        return new ConnectionHandle(this);
    }

    @Override
    public Connection createConnection(String user, String password) throws JMSException {
        throw refused("createConnection with a user");
    }

    @Override
    public JMSContext createContext() {
        try {
            SessionLease lease = enlistment.lease();
            return ContextHandle.over(this, lease, session(lease, List.of()));
        } catch (JMSException failed) {
            throw Failures.unchecked(failed);
        }
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return createContext();
    }

    @Override
    public JMSContext createContext(String user, String password) {
        throw Failures.unchecked(refused("createContext with a user"));
    }

    @Override
    public JMSContext createContext(String user, String password, int sessionMode) {
        throw Failures.unchecked(refused("createContext with a user"));
    }

    /**
     * A handle of the transaction's session.
     *
     * @param keeper keeps it until it is closed, or the transaction is over
     */
    jakarta.jms.Session session(Set<AutoCloseable> keeper) throws JMSException {
        SessionLease lease = enlistment.lease();
        jakarta.jms.Session handle = session(lease, List.of(keeper, lease.handles()));
        lease.closeHandlesWhenOver();
        return handle;
    }

    private jakarta.jms.Session session(SessionLease lease, List<Set<AutoCloseable>> keepers) throws JMSException {
        Handle.Owner owner = new Handle.Owner(this, lease);
        return Handle.of(jakarta.jms.Session.class, lease.session().session(), owner, keepers);
    }

    @Override
    public PoolStatistics statistics() {
        return sessions.statistics();
    }

    SessionEnlistment enlistment() {
        return enlistment;
    }

    LossListeners listeners() {
        return sessions.listeners();
    }

    /** The broker's metadata. This takes no session and makes no branch. */
    ConnectionMetaData metaData() throws JMSException {
        SessionLease known = enlistment.known();
        return known == null ? sessions.metaData() : known.session().metaData();
    }

    JMSException refused(String what) {
        return new jakarta.jms.IllegalStateException(MESSAGES.jmsOperationRefused(what, name()));
    }

    // ---- recovery

    @Override
    public RecoverableResource.Session open() throws JMSException {
        PhysicalSession own = new Login(config).open(gone -> {});
        return new RecoverableResource.Session() {
            @Override
            public XAResource xaResource() {
                return own.xaResource();
            }

            @Override
            public void close() {
                own.close();
            }
        };
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
            sessions.stop();
            Held.awaitTransactions(sessions.leases(), enlistment.current(), closing.until(ClosedInTime.TRANSACTIONS));
            assent.unregister(this);
            sessions.close(closing);
        }
    }

    @Override
    public String toString() {
        return "pool '" + name() + "'";
    }
}
