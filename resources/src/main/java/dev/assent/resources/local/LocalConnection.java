package dev.assent.resources.local;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;

/**
 * A physical connection without XA, in the form that a pool takes. It reports no events: the pool finds
 * out by the errors of its calls.
 *
 * <p>Thread safety: that of the driver's connection; {@link #close} may be called by any thread.
 */
final class LocalConnection implements XAConnection {
    private final Connection connection;
    private final LocalTransactionBranch branch;

    LocalConnection(Connection connection) {
        this.connection = connection;
        this.branch = new LocalTransactionBranch(connection);
    }

    @Override
    public XAResource getXAResource() {
        return branch;
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        // there are no events
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        // there are no events
    }

    @Override
    public void addStatementEventListener(StatementEventListener listener) {
        // there are no events
    }

    @Override
    public void removeStatementEventListener(StatementEventListener listener) {
        // there are no events
    }
}
