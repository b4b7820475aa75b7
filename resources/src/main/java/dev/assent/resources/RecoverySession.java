package dev.assent.resources;

import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.RecoverableResource;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;

/**
 * Recovery's own connection. Thread safety: one thread at a time.
 */
final class RecoverySession implements RecoverableResource.Session {
    private final XAConnection connection;
    private final Connection physical;
    private final XAResource resource;

    /** Takes a fresh connection; the caller closes it when this fails. */
    RecoverySession(XAConnection connection, Duration answerTimeout) throws SQLException {
        this.connection = connection;
        this.physical = connection.getConnection();
        XAResource raw = connection.getXAResource();
        this.resource = new CorrectedXaResource(raw, DatabaseQuirks.of(raw, physical), physical);
        try {
            physical.setNetworkTimeout(Runnable::run, (int) answerTimeout.toMillis());
        } catch (SQLFeatureNotSupportedException unlimited) {
            // an embedded database has no network
        }
    }

    @Override
    public XAResource xaResource() {
        return resource;
    }

    @Override
    public Map<BranchXid, Instant> preparedAt() throws SQLException {
        return PreparedTimes.of(physical);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException broken) {
            // nothing is left to be done on it
        }
    }
}
