package dev.assent.resources.local;

import dev.assent.resources.driver.Calls;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A physical connection without XA, in the form that a pool needs. It reports no events: the pool learns of losses from
 * the errors of its calls.
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

    /** A handle: as with XA, closing it leaves the physical connection open. */
    @Override
    public Connection getConnection() {
        return Calls.handle(Connection.class, connection, new Handle(connection));
    }

    /** Passes on every call except close. */
    private static final class Handle implements Calls.Way {
        private final Connection connection;
        private volatile boolean isClosed;

        Handle(Connection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("close")) {
                isClosed = true;
                return null;
            }
            if (method.getName().equals("isClosed") && isClosed) {
                return true;
            }
            return Calls.through(connection, method, arguments);
        }
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
