package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.Assent;
import dev.assent.core.Closing;
import dev.assent.core.xa.RecoverableResource;
import dev.assent.resources.PoolBean;
import dev.assent.resources.PoolStatistics;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.room.ClosedInTime;
import dev.assent.resources.room.Held;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;

/**
 * A pool of XA sessions of one message broker, as a connection factory. Inside a transaction its contexts
 * and sessions are handles of the one session that this transaction has of this pool: it is enlisted at
 * the first time, so there is one branch, and closing a handle keeps the session for the transaction
 * until that is completed. What is received and sent takes place when the transaction commits, together
 * with what it does elsewhere, or not at all.
 *
 * <pre>{@code
 * manager.begin();
 * try (JMSContext context = queues.createContext(); Connection connection = orders.getConnection()) {
 *     Message order = context.createConsumer(context.createQueue("in")).receive(1_000);
 *     // write it into the database
 *     context.createProducer().send(context.createQueue("out"), "done");
 * }
 * manager.commit();
 * }</pre>
 *
 * <p>A handle works where the thread has its transaction, and nowhere else: not after the transaction ran
 * out of time or was completed, not in another transaction, not on a thread without one. Outside of a
 * transaction the pool gives no session: brokers commit by themselves what is done on an XA session
 * without a branch, and for local work there is the broker's own connection factory.
 *
 * <p>What a transaction manager decides, or what no transaction covers, is refused: commit, rollback,
 * recover, message listeners, asynchronous sends, browsers, temporary destinations, unsubscribing, client
 * identities. Session modes are ignored, and connections are always started.
 *
 * <p>Connections are made when they are needed: a pool can be opened while its broker is down.
 *
 * <p>Thread safety: safe to share; a handle is used by one thread at a time.
 */
public final class JmsPool implements ConnectionFactory, RecoverableResource, ClosedInTime, AutoCloseable {
    private final Assent assent;
    private final JmsPoolConfig config;
    private final StartupProbe<JMSException> probe;
    private final PhysicalSessions sessions;
    private final SessionEnlistment enlistment;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Runnable endOfShow = () -> {};

    private JmsPool(Assent assent, JmsPoolConfig config) {
        this.assent = assent;
        this.config = config;
        this.probe = new StartupProbe<>(new ProbedBroker(config), config.isOn(JmsPoolSetting.PROBE), assent);
        this.sessions = new PhysicalSessions(
                config, probe, new LossListeners(config.name(), assent.notices()), () -> assent.suspect(config.name()));
        this.enlistment = new SessionEnlistment(config, sessions, assent);
    }

    /**
     * Opens a pool and registers it with the node, so that its branches are recovered. Then tries whether the
     * broker keeps prepared branches ({@link JmsPoolSetting#PROBE}), as long as it may take to connect. A node
     * that {@linkplain Assent#isHeld is held} for an operator does not.
     *
     * @throws IllegalStateException when the probe found what will not mend itself; the message has what mends it;
     *     when another life of the node in this process has a pool of this name and both are shown by JMX
     * @throws IllegalArgumentException when the name is taken or not allowed
     */
    public static JmsPool open(Assent assent, JmsPoolConfig config) {
        JmsPool opened = new JmsPool(assent, config);
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

    /** The name under which branches are recovered. */
    @Override
    public String name() {
        return config.name();
    }

    /** What the pool is made of. */
    public JmsPoolConfig config() {
        return config;
    }

    // ---- handles

    /** A handle that connects to nothing by itself; it may be kept and used in many transactions. */
    @Override
    public Connection createConnection() {
        return new ConnectionHandle(this);
    }

    /** Not offered: a pool has one user. */
    @Override
    public Connection createConnection(String user, String password) throws JMSException {
        throw refused("createConnection with a user");
    }

    /**
     * A handle of the transaction's session. Waits while all sessions are in use, as long as the
     * configuration allows.
     *
     * @throws jakarta.jms.ResourceAllocationRuntimeException when none came back in time
     * @throws jakarta.jms.IllegalStateRuntimeException when the thread has no transaction, or that takes no
     *     more work
     * @throws jakarta.jms.JMSRuntimeException when the broker can't be reached, with its reason
     */
    @Override
    public JMSContext createContext() {
        try {
            SessionLease lease = enlistment.lease();
            return ContextHandle.over(this, lease, session(lease, List.of()));
        } catch (JMSException failed) {
            throw Failures.unchecked(failed);
        }
    }

    /** As {@link #createContext()}; the session mode is ignored. */
    @Override
    public JMSContext createContext(int sessionMode) {
        return createContext();
    }

    /** Not offered: a pool has one user. */
    @Override
    public JMSContext createContext(String user, String password) {
        throw Failures.unchecked(refused("createContext with a user"));
    }

    /** Not offered: a pool has one user. */
    @Override
    public JMSContext createContext(String user, String password, int sessionMode) {
        throw Failures.unchecked(refused("createContext with a user"));
    }

    /**
     * A handle of the transaction's session.
     *
     * @param keeper has it until it is closed, or the transaction is over
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

    /** How the pool is doing. */
    public PoolStatistics statistics() {
        return sessions.statistics();
    }

    SessionEnlistment enlistment() {
        return enlistment;
    }

    LossListeners listeners() {
        return sessions.listeners();
    }

    /** What the broker says of itself: no session is taken for that, and no branch made. */
    ConnectionMetaData metaData() throws JMSException {
        SessionLease known = enlistment.known();
        return known == null ? sessions.metaData() : known.session().metaData();
    }

    JMSException refused(String what) {
        return new jakarta.jms.IllegalStateException(MESSAGES.jmsOperationRefused(what, name()));
    }

    // ---- recovery

    /**
     * A connection of recovery's own, not taken from the pool, so that a pool with nothing left does not keep
     * recovery from making room.
     *
     * @throws JMSException the broker's, when it can't be reached
     */
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

    /**
     * Gives no session to a transaction that has none, waits for those that have one, closes all sessions, and takes the
     * resource out of the node. Branches in doubt wait until a pool of the name is opened again. The transaction of the calling
     * thread is not waited for. Idempotent.
     *
     * <p>It waits half of its time for transactions, and returns within a quarter of the node's {@link Assent#closeLimit}, whatever the broker's client does; a warning
     * names what is left then.
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
