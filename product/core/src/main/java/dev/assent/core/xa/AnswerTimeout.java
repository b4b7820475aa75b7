package dev.assent.core.xa;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

/**
 * How long a database may take for each answer.
 *
 * <p>Thread safety: that of the connection.
 */
public final class AnswerTimeout {
    private AnswerTimeout() {}

    /**
     * Limits the answers to a connection, where its driver can do that; an embedded database has no network.
     *
     * @throws SQLException when the driver can, and fails
     */
    public static void limit(Connection connection, Duration timeout) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(timeout.toMillis()));
        } catch (SQLFeatureNotSupportedException | AbstractMethodError unlimited) { // drivers before JDBC 4.1 lack it
            // then an answer takes as long as it takes
        }
    }
}
