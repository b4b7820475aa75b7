package dev.assent.resources.local;

import dev.assent.TransactionId;
import dev.assent.core.foreign.Failure;
import dev.assent.core.local.LocalRollbackException;
import dev.assent.core.local.LocalWork;
import dev.assent.resources.quirk.Ending;
import dev.assent.resources.quirk.PostgreSqlCommit;
import dev.assent.resources.quirk.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Predicate;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The local transaction of one connection, as a last resource. It takes the place of a driver's XAResource and refuses
 * every verb of XA, so that nobody can use it as one.
 *
 * <p>When a commit fails, its outcome is certain in two cases only: it was never sent, or the database said by its
 * SQLState that it has rolled back. After every other failure, above all a lost connection, nobody knows.
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
final class LocalTransactionBranch implements XAResource, LocalWork {
    private final Connection connection;

    LocalTransactionBranch(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void commit(@Nullable TransactionId marker) throws Exception {
        PostgreSqlCommit postgres = null;
        try {
            requireOpen();
            postgres = PostgreSqlCommit.of(connection);
            if (marker != null) {
                CommitMarkerTable.insert(connection, marker, true);
            } else if (postgres != null) {
                postgres.requireSound();
            }
        } catch (Throwable neverSent) {
            rollBackFor(neverSent);
            throw new LocalRollbackException(neverSent);
        }
        if (postgres == null) {
            commit(Refusal::isByStandard);
            return;
        }
        postgres.mark();
        commit(postgres::isRefusal);
        if (postgres.mayHaveBeenSentAgain()) {
            requireDone(postgres, marker);
        }
    }

    /** The marker tells, if there is one; otherwise the server does. */
    private void requireDone(PostgreSqlCommit postgres, @Nullable TransactionId marker)
            throws SQLException, LocalRollbackException {
        Ending ending = marker == null ? postgres.ending() : endingByMarker(marker);
        switch (ending) {
            case COMMITTED -> {}
            case ROLLED_BACK -> throw new LocalRollbackException(PostgreSqlCommit.refusedAndSentAgain());
            case OPEN, UNKNOWN -> throw PostgreSqlCommit.untold();
        }
    }

    private Ending endingByMarker(TransactionId marker) throws SQLException {
        boolean isThere = Boolean.TRUE.equals(CommitMarkerTable.find(connection, marker));
        connection.rollback();
        return isThere ? Ending.COMMITTED : Ending.ROLLED_BACK;
    }

    private void commit(Predicate<SQLException> isRefusal) throws SQLException, LocalRollbackException {
        try {
            connection.commit();
        } catch (SQLException failed) {
            if (isRefusal.test(failed) && rollBackFor(failed)) {
                throw new LocalRollbackException(failed);
            }
            throw failed;
        }
    }

    private void requireOpen() throws SQLException {
        if (connection.isClosed()) {
            throw new SQLException("the connection was closed before the commit", "08003");
        }
    }

    /** Leaves nothing open; returns whether the database confirmed that. */
    private boolean rollBackFor(Throwable cause) {
        try {
            rollback();
            return true;
        } catch (Throwable alsoFailed) {
            Failure.suppress(cause, alsoFailed);
            return false;
        }
    }

    /** Rolls back. If that fails, cuts the connection, since some databases commit when a connection closes. */
    @Override
    public void rollback() throws SQLException {
        try {
            connection.rollback();
        } catch (Throwable failed) {
            try {
                connection.abort(Runnable::run);
            } catch (Throwable alsoFailed) {
                Failure.suppress(failed, alsoFailed);
            }
            throw failed;
        }
    }

    // ---- verbs that it refuses

    private static XAException refused() {
        XAException refused = new XAException("this connection has no XA");
        refused.errorCode = XAException.XAER_PROTO;
        return refused;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        throw refused();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        throw refused();
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw refused();
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        throw refused();
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        throw refused();
    }

    @Override
    public void forget(Xid xid) throws XAException {
        throw refused();
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        throw refused();
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
