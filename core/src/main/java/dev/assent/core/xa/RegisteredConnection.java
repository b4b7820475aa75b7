package dev.assent.core.xa;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;

/** A connection of a {@link RegisteredDataSource}. Thread safety: as the driver's. */
final class RegisteredConnection implements XAConnection {
    private final XAConnection connection;
    private final XAResource resource;

    RegisteredConnection(XAConnection connection, XAResource resource) {
        this.connection = connection;
        this.resource = resource;
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connection.getConnection();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        connection.addConnectionEventListener(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        connection.removeConnectionEventListener(listener);
    }

    @Override
    public void addStatementEventListener(StatementEventListener listener) {
        connection.addStatementEventListener(listener);
    }

    @Override
    public void removeStatementEventListener(StatementEventListener listener) {
        connection.removeStatementEventListener(listener);
    }
}
