package dev.assent.resources.quirk;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The state of a connection's transaction as pgjdbc knows it: the server sends it after each statement, so reading it
 * costs no round trip. Thread safety: that of the connection.
 */
final class DriverTransactionState {
    private static final String TYPE = "org.postgresql.core.BaseConnection";
    private static final String METHOD = "getTransactionState";
    private static final String FAILED = "FAILED";
    private static final String IDLE = "IDLE";

    private final Connection connection;
    private final Method state;

    /**
     * Of a connection of pgjdbc.
     *
     * @throws SQLException when this driver does not show the state
     */
    DriverTransactionState(Connection connection) throws SQLException {
        try {
            Class<?> type = Class.forName(
                    TYPE, false, connection.getMetaData().getClass().getClassLoader());
            this.connection = (Connection) connection.unwrap(type);
            this.state = type.getMethod(METHOD);
        } catch (ReflectiveOperationException missing) {
            throw new SQLException(
                    "the driver has no " + TYPE + "." + METHOD + ", without which half a transaction could be"
                            + " committed; use pgjdbc 42.2 or later",
                    missing);
        }
    }

    /** The driver's own connection, which works even after its handles are closed. */
    Connection connection() {
        return connection;
    }

    /** Whether the server has aborted the transaction and waits for its rollback. */
    boolean hasFailed() {
        return now().equals(FAILED);
    }

    /** Whether the server has no transaction. */
    boolean isIdle() {
        return now().equals(IDLE);
    }

    private String now() {
        try {
            return String.valueOf(state.invoke(connection));
        } catch (InvocationTargetException | IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
