package dev.assent.resources.pool;

import dev.assent.core.foreign.Failure;
import dev.assent.core.xa.AnswerTimeout;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.probe.Probed;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.quirk.ProbeStep;
import dev.assent.resources.quirk.Remedy;
import dev.assent.spi.RecoverableResource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A separate connection for recovery, or for the probe. Thread safety: one thread at a time.
 */
final class RecoverySession implements RecoverableResource.Session, Probed.Session {
    private final XAConnection connection;
    private final Connection physical;
    private final DatabaseQuirks row;
    private final XAResource resource;
    private boolean closed;

    private RecoverySession(XAConnection connection, Duration answerTimeout) throws SQLException {
        this.connection = connection;
        this.physical = connection.getConnection();
        XAResource raw = connection.getXAResource();
        this.row = DatabaseQuirks.of(raw, physical);
        this.resource = new CorrectedXaResource(raw, row, physical);
        AnswerTimeout.limit(physical, answerTimeout);
    }

    /**
     * Connects. The login timeout limits that; the recovery timeout limits each answer, if the driver can.
     *
     * @throws SQLException the driver's, when the database can't be reached
     */
    static RecoverySession open(JdbcPoolConfig config) throws SQLException {
        XAConnection connection = config.source().getXAConnection();
        try {
            return new RecoverySession(connection, config.time(PoolSetting.RECOVERY_TIMEOUT_MILLIS));
        } catch (Throwable failed) {
            close(connection, failed);
            throw failed;
        }
    }

    /** Closes a connection whose setup has failed. */
    static void close(XAConnection connection, Throwable failed) {
        try {
            connection.close();
        } catch (Throwable alsoFailed) {
            Failure.suppress(failed, alsoFailed);
        }
    }

    @Override
    public XAResource xaResource() {
        return resource;
    }

    /** The table's row for it. */
    DatabaseQuirks row() {
        return row;
    }

    /** The server that it met, or the product that the driver is for if the driver does not tell. */
    @Override
    public String title() {
        try {
            DatabaseMetaData server = physical.getMetaData();
            return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
        } catch (Throwable silent) {
            return row.product();
        }
    }

    @Override
    public boolean isKnownToLose() {
        return row.isLossy();
    }

    @Override
    public void beforeBranch() throws SQLException {
        physical.setAutoCommit(false);
    }

    @Override
    public void work(String name) throws SQLException {
        String sql = row.probeWork(name);
        if (!sql.isEmpty()) {
            try (Statement statement = physical.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public Optional<Remedy> remedyFor(ProbeStep step, SQLException failed) {
        return row.remedyFor(step, failed);
    }

    @Override
    public Map<Xid, Instant> preparedAt() throws SQLException {
        return PreparedTimes.of(physical);
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            connection.close();
        } catch (Throwable broken) {
            // nobody needs it any more
        }
    }
}
