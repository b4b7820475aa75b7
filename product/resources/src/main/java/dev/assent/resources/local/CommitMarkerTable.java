package dev.assent.resources.local;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.foreign.Failure;
import dev.assent.core.identity.LocalTransactionId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of commit markers: one row for each transaction whose local work was committed, or must never be committed.
 * Its primary key makes a marker decisive: of two inserts for one transaction only one can commit.
 *
 * <pre>
 *   gtrid    the global identity in hexadecimal digits
 *   node     the node that began it, to list its rows
 *   verdict  'C': the local work is committed, by the same local transaction; 'R': it must not be
 * </pre>
 *
 * <p>Thread safety: all methods may be called by any thread, one at a time for each connection.
 */
final class CommitMarkerTable {
    /** The name of the table, in the default schema of the connection. */
    static final String NAME = "assent_commit_marker";

    /** The statement that creates it, in SQL that all databases know. */
    static final String DEFINITION = "create table " + NAME
            + " (gtrid varchar(128) not null primary key, node varchar(32) not null, verdict char(1) not null)";

    /** The most rows that one query lists. */
    private static final int ROWS_MAX = 1_000;

    private static final String COMMITTED = "C";
    private static final String REFUSED = "R";

    private CommitMarkerTable() {}

    /** Inserts a row; it becomes permanent when the connection's local transaction commits. */
    static void insert(Connection connection, TransactionId id, boolean isCommitted) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + NAME + " (gtrid, node, verdict) values (?, ?, ?)")) {
            insert.setString(1, id.toString());
            insert.setString(
                    2,
                    id instanceof LocalTransactionId local ? text(local.origin().node()) : "");
            insert.setString(3, isCommitted ? COMMITTED : REFUSED);
            insert.executeUpdate();
        }
    }

    private static String text(NodeId node) {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(node.high()) + hex.toHexDigits(node.low());
    }

    /** Whether the row says that the work is committed; null when there is no row. */
    static @Nullable Boolean find(Connection connection, TransactionId id) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select verdict from " + NAME + " where gtrid = ?")) {
            select.setString(1, id.toString());
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? COMMITTED.equals(rows.getString(1)) : null;
            }
        }
    }

    static List<TransactionId> list(Connection connection, NodeId node) throws SQLException {
        List<TransactionId> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement("select gtrid from " + NAME + " where node = ?")) {
            select.setMaxRows(ROWS_MAX);
            select.setString(1, text(node));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    byte[] global = HexFormat.of().parseHex(rows.getString(1));
                    found.add(TransactionId.of(TransactionId.ASSENT_FORMAT, global));
                }
            }
        }
        return found;
    }

    static void remove(Connection connection, List<TransactionId> ids) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("delete from " + NAME + " where gtrid = ?")) {
            for (TransactionId id : ids) {
                delete.setString(1, id.toString());
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }

    /** Creates the table if it is missing. */
    static void require(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("select gtrid from " + NAME + " where 1 = 0").close();
            connection.rollback();
        } catch (SQLException notRead) { // it is missing, or the user may not read it
            rollBack(connection, notRead);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate(DEFINITION);
                connection.commit();
            } catch (SQLException notMade) {
                throw told(notRead, notMade);
            }
        }
    }

    /** Both errors, since the error of a select does not show whether the table exists. */
    private static SQLException told(SQLException notRead, SQLException notMade) {
        SQLException both = new SQLException(
                Failure.message(notRead) + "; and it can't be made: " + Failure.message(notMade),
                notRead.getSQLState(),
                notRead);
        both.addSuppressed(notMade);
        return both;
    }

    /**
     * Rolls back after an error.
     *
     * @throws SQLException that error, when the rollback fails, too
     */
    static void rollBack(Connection connection, SQLException failed) throws SQLException {
        try {
            connection.rollback();
        } catch (SQLException alsoFailed) {
            Failure.suppress(failed, alsoFailed);
            throw failed;
        }
    }
}
