package dev.assent.resources.local;

import dev.assent.core.identity.TransactionId;
import dev.assent.resources.quirk.SentAgain;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has to be looked at when a local transaction of PostgreSQL is committed, whose driver takes two things for success that are
 * none: a rollback of a transaction with a failed statement, and a commit that it has {@linkplain SentAgain sent again}.
 *
 * <p>Thread safety: that of the connection.
 */
final class PostgreSqlCommit {
    /** Since which version the server tells the number of a transaction, and how it has ended. */
    private static final int TELLS_MAJOR_MIN = 10;

    private static final String ABORTED = "aborted";

    private final Connection connection;
    private final SentAgain sentAgain;

    /** 0 when it is not known. */
    private long number;

    private SentAgain.@Nullable Mark mark;

    private PostgreSqlCommit(Connection connection) {
        this.connection = connection;
        this.sentAgain = SentAgain.of(connection);
    }

    /** Of a connection; null when that is not one to PostgreSQL. */
    static @Nullable PostgreSqlCommit of(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
                ? new PostgreSqlCommit(connection)
                : null;
    }

    /**
     * PostgreSQL answers the commit of a transaction with a failed statement by a rollback, and its driver
     * takes that for success; any statement before it fails, as does the insertion of a marker.
     */
    void requireSound() throws SQLException {
        boolean tells = connection.getMetaData().getDatabaseMajorVersion() >= TELLS_MAJOR_MIN;
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(tells ? "select pg_catalog.txid_current_if_assigned()" : "select 0")) {
            row.next();
            number = row.getLong(1);
        }
    }

    /** To be called right before the commit is sent. */
    void mark() {
        mark = sentAgain.mark();
    }

    /**
     * Whether what the driver takes for committed is.
     *
     * @param marker of the transaction; null when it has none
     * @throws SQLException when nobody knows
     */
    boolean isDone(@Nullable TransactionId marker) throws SQLException {
        SentAgain.Mark before = Objects.requireNonNull(mark);
        if (!sentAgain.mayBeSince(before)) {
            return true;
        }
        if (marker == null && number == 0) {
            return !sentAgain.isWarnedSince(before);
        }
        boolean isDone =
                marker == null ? !isAborted() : Boolean.TRUE.equals(CommitMarkerTable.find(connection, marker));
        connection.rollback();
        return isDone;
    }

    private boolean isAborted() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_catalog.txid_status(" + number + ")")) {
            row.next();
            return ABORTED.equals(row.getString(1));
        }
    }
}
