package dev.assent.resources.quirk;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What pgjdbc knows about the transaction of a connection: the server tells its state after each
 * statement, so that nothing has to be asked. Thread safety: that of the connection.
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
     * @throws SQLException when this driver does not tell
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

    /** The driver's own connection, which works whatever becomes of handles. */
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
