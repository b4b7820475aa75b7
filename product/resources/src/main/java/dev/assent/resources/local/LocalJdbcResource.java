package dev.assent.resources.local;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.foreign.Failure;
import dev.assent.core.local.LocalResource;
import dev.assent.core.xa.AnswerTimeout;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A database without XA as recovery sees it: its name and its commit markers.
 *
 * <p>Thread safety: safe to share.
 */
public final class LocalJdbcResource implements LocalResource {
    private final String name;
    private final LastResourceDataSource source;
    private final Duration answerTimeout;

    /**
     * The resource of a pool.
     *
     * @param name of the pool
     * @param source makes its connections, and recovery's
     * @param answerTimeout the longest wait of recovery for each answer, on drivers that can limit it
     */
    public LocalJdbcResource(String name, LastResourceDataSource source, Duration answerTimeout) {
        this.name = name;
        this.source = source;
        this.answerTimeout = answerTimeout;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean hasMarkers() {
        return source.hasMarkers();
    }

    /**
     * Creates the table if it is missing.
     *
     * @throws SQLException when the database can't be reached, or lacks the table and refuses to create it
     */
    @Override
    public Markers openMarkers() throws SQLException {
        Connection connection = source.connect();
        try {
            AnswerTimeout.limit(connection, answerTimeout);
            connection.setAutoCommit(false);
            CommitMarkerTable.require(connection);
            return new JdbcMarkers(connection);
        } catch (SQLException failed) {
            close(connection, failed);
            throw new SQLException(
                    MESSAGES.commitMarkersFailed(name, Failure.message(failed), CommitMarkerTable.DEFINITION),
                    failed.getSQLState(),
                    failed);
        } catch (Throwable failed) { // of the driver's own
            close(connection, failed);
            throw failed;
        }
    }

    /** Creates no table; a look at a marker fails if the table is missing. */
    @Override
    public MarkerView openToLook() throws SQLException {
        Connection connection = source.connect();
        try {
            AnswerTimeout.limit(connection, answerTimeout);
            connection.setAutoCommit(false);
            return new JdbcMarkers(connection);
        } catch (Throwable failed) {
            close(connection, failed);
            throw failed;
        }
    }

    private static void close(Connection connection, Throwable failed) {
        try {
            connection.close();
        } catch (Throwable alsoFailed) {
            Failure.suppress(failed, alsoFailed);
        }
    }

    @Override
    public String toString() {
        return "last resource '" + name + "'";
    }
}
