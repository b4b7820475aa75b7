package dev.assent.resources.quirk;

import dev.assent.core.xa.XaCodes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** One XA connection with the driver's own XAResource, or with the corrected one. */
final class Session implements AutoCloseable {
    interface Call {
        void run() throws Exception;
    }

    private final XAConnection xa;
    private final Connection connection;
    private final XAResource resource;
    private final CorrectedXaResource correction;
    private boolean closed;

    Session(XADataSource source) throws SQLException {
        this(source, false);
    }

    /** With the answers that the pool and recovery get, or with the driver's own. */
    Session(XADataSource source, boolean corrected) throws SQLException {
        xa = source.getXAConnection();
        connection = xa.getConnection();
        XAResource own = xa.getXAResource();
        correction = corrected ? new CorrectedXaResource(own, DatabaseQuirks.of(own, connection), connection) : null;
        resource = correction == null ? own : correction;
    }

    XAResource resource() {
        return resource;
    }

    Connection connection() {
        return connection;
    }

    /** Starts as the pool does: a driver may leave auto-commit alone. */
    void start(Xid xid) throws Exception {
        connection.setAutoCommit(false);
        resource.start(xid, XAResource.TMNOFLAGS);
    }

    void end(Xid xid) throws XAException {
        resource.end(xid, XAResource.TMSUCCESS);
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            if (correction != null) {
                correction.noteError(failed);
            }
            throw failed;
        }
    }

    String query(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** A branch that inserts a row and was ended. */
    void work(Xid xid, String table, int id) throws Exception {
        start(xid);
        execute("insert into " + table + " values (" + id + ", 0)");
        end(xid);
    }

    void prepare(Xid xid, String table, int id) throws Exception {
        work(xid, table, id);
        if (resource.prepare(xid) != XAResource.XA_OK) {
            throw new IllegalStateException("not prepared");
        }
    }

    /**
     * As recovery does, once the connection of the branch is closed; it may be gone already. Returns at once when it
     * is done: what follows must find the database as that has left it.
     */
    void rollBackOfAnother(TestXid xid) throws Exception {
        while (lists(xid) && !answerOf(() -> resource.rollback(xid)).equals(Situation.Words.OK)) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    boolean lists(TestXid xid) throws XAException {
        return xid.isIn(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
    }

    /** What a call answers: the name of the code, or that it works. */
    static String answerOf(Call call) throws Exception {
        try {
            call.run();
            return Situation.Words.OK;
        } catch (XAException failed) {
            return XaCodes.name(failed.errorCode);
        }
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            try {
                connection.rollback();
            } catch (SQLException nothingLocal) {
                // some close only what has no open transaction
            }
            xa.close();
        }
    }

    /** Closes what the server may have ended before. */
    void discard() {
        try {
            close();
        } catch (SQLException ended) {
            // as it was meant to be
        }
    }
}
