package dev.assent.resources.jms;

import dev.assent.Assent;
import dev.assent.resources.PoolStatistics;
import dev.assent.spi.RecoverableResource;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

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
public interface JmsPool extends ConnectionFactory, RecoverableResource, AutoCloseable {
    /**
     * Opens a pool and registers it with the node, so that its branches are recovered. Then tries whether the broker
     * keeps prepared branches ({@link JmsPoolSetting#PROBE}); this takes up to the limit for connecting. On a node that
     * {@linkplain Assent#isHeld is held} for an operator the pool does not.
     *
     * @throws IllegalStateException when the probe found a fault that will not end by itself; the message has the
     *     remedy; when another life of the node in this process has a pool of this name and JMX shows both
     * @throws IllegalArgumentException when the name is taken or not allowed
     */
    static JmsPool open(Assent assent, JmsPoolConfig config) {
        return OpenJmsPool.open(assent, config);
    }

    /** The name by which recovery finds its branches. */
    @Override
    String name();

    /** The pool's configuration. */
    JmsPoolConfig config();

    /** A handle that does not connect yet; it may be kept and used in many transactions. */
    @Override
    Connection createConnection();

    /** Not offered: a pool has one user. */
    @Override
    Connection createConnection(String user, String password) throws JMSException;

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
    JMSContext createContext();

    /** As {@link #createContext()}; the session mode is ignored. */
    @Override
    JMSContext createContext(int sessionMode);

    /** Not offered: a pool has one user. */
    @Override
    JMSContext createContext(String user, String password);

    /** Not offered: a pool has one user. */
    @Override
    JMSContext createContext(String user, String password, int sessionMode);

    /** The pool's numbers. */
    PoolStatistics statistics();

    /**
     * A separate connection for recovery, not taken from the pool: so an exhausted pool does not prevent recovery from
     * making room.
     *
     * @throws JMSException the broker's, when it can't be reached
     */
    @Override
    RecoverableResource.Session open() throws JMSException;

    /**
     * Gives no session to a transaction that has none, waits for those that have one, closes all sessions, and removes
     * the resource from the node. Branches in doubt wait until a pool of this name is opened again. It does not wait
     * for the calling thread's own transaction. Idempotent.
     *
     * <p>It waits half of its time for transactions, and returns within a quarter of the node's {@link
     * Assent#closeLimit}, whatever the broker's client does; a warning names everything that is left then.
     */
    @Override
    void close();
}
