package dev.assent.resources;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
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
    private volatile @Nullable Connection physical;

    PooledXaConnection(String name, XAConnection driver) throws SQLException {
        this.driver = driver;
        this.resource = new PooledXaResource(name, driver.getXAResource(), this);
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    /** The pool asks once and keeps what it gets. */
    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = driver.getConnection();
        physical = connection;
        return connection;
    }

    /** Rolls back what was done outside of auto-commit and outside of a branch; nothing else. */
    void rollBackLocalWork() throws SQLException {
        Connection connection = Objects.requireNonNull(physical);
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    @Override
    public void close() throws SQLException {
        driver.close();
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
