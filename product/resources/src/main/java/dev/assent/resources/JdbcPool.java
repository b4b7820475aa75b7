package dev.assent.resources;

import dev.assent.Assent;
import dev.assent.resources.pool.OpenJdbcPool;
import dev.assent.spi.RecoverableResource;
import dev.assent.spi.XaTraits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;

/**
 * A pool of XA connections to one database, or of connections without XA to one that is configured as a {@linkplain
 * JdbcPoolConfig#lastResource(String, javax.sql.DataSource, boolean) last resource}. Inside a transaction {@link #getConnection} always gives this transaction's
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
public interface JdbcPool extends DataSource, RecoverableResource, AutoCloseable {
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
    static JdbcPool open(Assent assent, JdbcPoolConfig config) {
        return OpenJdbcPool.open(assent, config);
    }

    /** The name by which recovery finds its branches. */
    @Override
    String name();

    /** The pool's configuration. */
    JdbcPoolConfig config();

    /**
     * The connection of the thread's transaction, or one that commits by itself when the thread has none. Waits while
     * all are in use, as long as the configuration allows.
     *
     * @throws SQLTransientConnectionException when none came back in time
     * @throws SQLException when the database can't be reached, with the driver's SQLState; when the
     *     transaction takes no more work
     */
    @Override
    Connection getConnection() throws SQLException;

    /** The pool's numbers. */
    PoolStatistics statistics();

    /** Not offered: a pool has one user. */
    @Override
    Connection getConnection(String username, String password) throws SQLException;

    /** From the table of quirks, for the driver of the data source. */
    @Override
    XaTraits traits();

    /**
     * A separate connection for recovery, made by the data source and not taken from the pool: so an exhausted pool
     * does not prevent recovery from making room. The login timeout limits connecting; the recovery timeout limits each
     * answer, if the driver can.
     *
     * @throws SQLException the driver's, when the database can't be reached
     */
    @Override
    Session open() throws SQLException;

    /**
     * Gives no connection to a transaction that has none, waits for those that have one, closes all connections, and
     * removes the resource from the node. Branches in doubt wait until a pool of this name is opened again. It does not
     * wait for the calling thread's own transaction. Idempotent.
     *
     * <p>It waits half of its time for transactions, and returns within a quarter of the node's {@link
     * Assent#closeLimit}, whatever the driver does; a warning names everything that is left then.
     */
    @Override
    void close();
}
