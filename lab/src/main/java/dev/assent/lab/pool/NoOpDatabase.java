package dev.assent.lab.pool;

import dev.assent.lab.NoOpXaResource;
import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.ConnectionEventListener;
import javax.sql.DataSource;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A driver that connects to nothing and does nothing, so that a benchmark measures the pool alone. Its connections are
 * proxies, as those that PostgreSQL's driver gives for XA.
 *
 * <p>Public for the pools that make it by its class. Thread safety: safe to share; a connection is used by
 * one thread at a time.
 */
public final class NoOpDatabase implements DataSource, XADataSource {
    /** Made by pools. */
    public NoOpDatabase() {}

    @Override
    public Connection getConnection() {
        return (Connection) Proxy.newProxyInstance(
                NoOpDatabase.class.getClassLoader(), new Class<?>[] {Connection.class}, new NoOpConnection());
    }

    @Override
    public Connection getConnection(String user, String password) {
        return getConnection();
    }

    @Override
    public XAConnection getXAConnection() {
        return new NoOpXaConnection(getConnection());
    }

    @Override
    public XAConnection getXAConnection(String user, String password) {
        return getXAConnection();
    }

    /** Answers what pools ask; every other method returns what means nothing. */
    private static final class NoOpConnection implements InvocationHandler {
        private static final Object METADATA = Proxy.newProxyInstance(
                NoOpDatabase.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (self, method, arguments) -> nothing(method.getReturnType()));

        private boolean autoCommit = true;
        private boolean closed;

        @Override
        public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments) {
            return switch (method.getName()) {
                case "getAutoCommit" -> autoCommit;
                case "setAutoCommit" -> {
                    autoCommit = arguments != null && Boolean.TRUE.equals(arguments[0]);
                    yield null;
                }
                case "isClosed" -> closed;
                case "close" -> {
                    closed = true;
                    yield null;
                }
                case "isValid", "isWrapperFor" -> true;
                case "unwrap" -> self;
                case "equals" -> arguments != null && self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                case "getMetaData" -> METADATA;
                case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
                case "getHoldability" -> ResultSet.CLOSE_CURSORS_AT_COMMIT;
                default -> nothing(method.getReturnType());
            };
        }

        private static @Nullable Object nothing(Class<?> type) {
            if (type == int.class) {
                return 0;
            }
            return type == boolean.class ? false : null;
        }
    }

    /**
     * One connection and its resource.
     *
     * @param connection the only one it gives
     */
    private record NoOpXaConnection(Connection connection) implements XAConnection, NoOpXaResource {
        @Override
        public Connection getConnection() {
            return connection;
        }

        @Override
        public XAResource getXAResource() {
            return this;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }

        @Override
        public void addConnectionEventListener(ConnectionEventListener listener) {}

        @Override
        public void removeConnectionEventListener(ConnectionEventListener listener) {}

        @Override
        public void addStatementEventListener(StatementEventListener listener) {}

        @Override
        public void removeStatementEventListener(StatementEventListener listener) {}
    }

    // ---- the rest of a data source

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
