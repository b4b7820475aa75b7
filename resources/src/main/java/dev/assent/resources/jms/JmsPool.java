package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.core.Closing;
import dev.assent.core.Internals;
import dev.assent.resources.PoolBean;
import dev.assent.resources.PoolStatistics;
import dev.assent.resources.probe.StartupProbe;
import dev.assent.resources.room.ClosedInTime;
import dev.assent.resources.room.Held;
import dev.assent.spi.RecoverableResource;
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
 * A pool of XA sessions of one message broker, as a connection factory. Inside a transaction its contexts and sessions
 * are handles of this transaction's one session of this pool. The first use enlists it, so there is one branch; closing
 * a handle keeps the session for the transaction until that is completed. Messages are received and sent when the
 * transaction commits, together with its other work, or not at all.
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
 * <p>A handle works only where the thread has its transaction: not after the transaction timed out or was completed,
 * not in another transaction, not on a thread without one. Outside of a transaction the pool gives no session: brokers
 * commit at once the work on an XA session without a branch; for local work use the broker's own connection factory.
 *
 * <p>The pool refuses every operation that only a transaction manager may do, or that no transaction covers: commit,
 * rollback, recover, message listeners, asynchronous sends, browsers, temporary destinations, unsubscribing, client
 * identities. It ignores session modes, and its connections are always started.
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
                config,
                probe,
                new LossListeners(config.name(), Internals.notices(assent)),
                () -> assent.suspect(config.name()));
        this.enlistment = new SessionEnlistment(config, sessions, assent);
    }

    /**
     * Opens a pool and registers it with the node, so that its branches are recovered. Then tries whether the broker
     * keeps prepared branches ({@link JmsPoolSetting#PROBE}); this takes up to the limit for connecting. On a node that
     * {@linkplain Assent#isHeld is held} for an operator the pool does not.
     *
     * @throws IllegalStateException when the probe found a fault that will not end by itself; the message has the
     *     remedy; when another life of the node in this process has a pool of this name and JMX shows both
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

    /** The name by which recovery finds its branches. */
    @Override
    public String name() {
        return config.name();
    }

    /** The pool's configuration. */
    public JmsPoolConfig config() {
        return config;
    }

    // ---- handles

    /** A handle that does not connect yet; it may be kept and used in many transactions. */
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

    /** The pool's numbers. */
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

    /**
     * A separate connection for recovery, not taken from the pool: so an exhausted pool does not prevent recovery from
     * making room.
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
     * Gives no session to a transaction that has none, waits for those that have one, closes all sessions, and removes
     * the resource from the node. Branches in doubt wait until a pool of this name is opened again. It does not wait
     * for the calling thread's own transaction. Idempotent.
     *
     * <p>It waits half of its time for transactions, and returns within a quarter of the node's {@link
     * Assent#closeLimit}, whatever the broker's client does; a warning names everything that is left then.
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
