package dev.assent.resources.pool;

import dev.assent.core.xa.XaDriver;
import dev.assent.resources.quirk.CorrectedXaResource;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.xa.ForwardingXaResource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A connection that no pool has. Its XAResource is corrected, and while a branch is started on it, SQL that would end the branch
 * is refused.
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
final class PlainConnection extends ForwardingXaResource implements XaDriver.Corrected, SqlGuard.Work {
    private final CorrectedXaResource corrected;
    private final SqlGuard guard;
    private volatile boolean isStarted;

    /**
     * Stands before a connection of a driver.
     *
     * @param name of the resource
     * @param row of its database
     * @throws SQLException when the driver lacks what a correction needs
     */
    PlainConnection(String name, XAResource driver, DatabaseQuirks row, Connection connection) throws SQLException {
        this(name, new CorrectedXaResource(driver, row, connection), row);
    }

    private PlainConnection(String name, CorrectedXaResource corrected, DatabaseQuirks row) {
        super(corrected);
        this.corrected = corrected;
        this.guard = new SqlGuard("resource '" + name + "'", row.ending(), row.isEndedByIsolation(true), this);
    }

    @Override
    public XAResource resource() {
        return this;
    }

    @Override
    public Connection guarded(Connection handle) {
        return DriverHandle.of(handle, new Namespace(handle), guard);
    }

    @Override
    protected <T> T ask(Call<T> call) throws XAException {
        return call.run();
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        super.start(xid, flags);
        isStarted = true;
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        isStarted = false;
        super.end(xid, flags);
    }

    @Override
    public boolean isServing() {
        return isStarted;
    }

    @Override
    public void ran(boolean isSent) {
        if (isStarted) {
            corrected.ran(isSent);
        }
    }
}
