package dev.assent.core.xa;

import dev.assent.RegisteredDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** A connection of a {@link RegisteredDataSource}. Thread safety: as the driver's. */
final class RegisteredConnection implements XAConnection {
    private final XAConnection connection;
    private final XaDriver.Corrected corrected;
    private final XAResource resource;
    private final Map<ConnectionEventListener, ConnectionEventListener> listeners = new ConcurrentHashMap<>();

    /**
     * Stands before one of the driver.
     *
     * @param name of the registered resource
     */
    RegisteredConnection(String name, XAConnection connection, XaDriver.Corrected corrected) {
        this.connection = connection;
        this.corrected = corrected;
        this.resource = new RegisteredXaResource(name, corrected.resource());
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return corrected.guarded(connection.getConnection());
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** A listener that knows of this connection, and not of the driver's. */
    private final class Listener implements ConnectionEventListener {
        private final ConnectionEventListener listener;

        Listener(ConnectionEventListener listener) {
            this.listener = listener;
        }

        @Override
        public void connectionClosed(ConnectionEvent event) {
            listener.connectionClosed(own(event));
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            listener.connectionErrorOccurred(own(event));
        }

        private ConnectionEvent own(ConnectionEvent event) {
            return new ConnectionEvent(RegisteredConnection.this, event.getSQLException());
        }
    }

    @Override
    public void addConnectionEventListener(@Nullable ConnectionEventListener listener) {
        if (listener != null) {
            connection.addConnectionEventListener(listeners.computeIfAbsent(listener, Listener::new));
        }
    }

    @Override
    public void removeConnectionEventListener(@Nullable ConnectionEventListener listener) {
        ConnectionEventListener added = listener == null ? null : listeners.remove(listener);
        if (added != null) {
            connection.removeConnectionEventListener(added);
        }
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
