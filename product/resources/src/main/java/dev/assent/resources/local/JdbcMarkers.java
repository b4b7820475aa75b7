package dev.assent.resources.local;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.local.LocalResource;
import dev.assent.core.local.LocalResource.Mark;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The commit markers of a database, over a connection of recovery's own.
 *
 * <p>Thread safety: used by one thread at a time.
 */
final class JdbcMarkers implements LocalResource.Markers, LocalResource.MarkerView {
    private final Connection connection;

    JdbcMarkers(Connection connection) {
        this.connection = connection;
    }

    /**
     * Inserts the row that prevents the commit of the work. If the work's own insert is under way, the database makes
     * this one wait for it; if its row exists, the database refuses this one, and the row is read.
     */
    @Override
    public boolean isCommitted(TransactionId id) throws SQLException {
        try {
            CommitMarkerTable.insert(connection, id, false);
            connection.commit();
            return false;
        } catch (SQLException refused) {
            CommitMarkerTable.rollBack(connection, refused);
            Boolean found = CommitMarkerTable.find(connection, id);
            connection.rollback();
            if (found == null) {
                throw refused;
            }
            return found;
        }
    }

    /** By a select only. */
    @Override
    public Mark look(TransactionId id) throws SQLException {
        Boolean found = CommitMarkerTable.find(connection, id);
        connection.rollback();
        if (found == null) {
            return Mark.NONE;
        }
        return found ? Mark.COMMITTED : Mark.REFUSED;
    }

    @Override
    public List<TransactionId> list(NodeId node) throws SQLException {
        List<TransactionId> found = CommitMarkerTable.list(connection, node);
        connection.rollback();
        return found;
    }

    @Override
    public void remove(List<TransactionId> ids) throws SQLException {
        CommitMarkerTable.remove(connection, ids);
        connection.commit();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (Throwable gone) {
            // nobody can use it any more
        }
    }
}
