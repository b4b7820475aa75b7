package dev.assent.resources;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.resources.handle.Standing;
import java.sql.SQLException;

/**
 * What the application may do with a pooled connection: as long as its {@linkplain ConnectionLease lease} has not ended, where the
 * thread has the transaction of the lease. Once that has ended against the application's will
 * each error of the driver, of whatever was closed under it, says why.
 *
 * <p>Thread safety: safe to share.
 */
final class HandleStanding implements Standing {
    private final ConnectionLease lease;
    private final PoolEnlistment enlistment;

    HandleStanding(ConnectionLease lease, PoolEnlistment enlistment) {
        this.lease = lease;
        this.enlistment = enlistment;
    }

    @Override
    public void check() throws SQLException {
        lease.check(enlistment.current());
        if (lease.hasEnded()) {
            throw lease.misused("it was closed");
        }
    }

    @Override
    public void checkThread() throws SQLException {
        if (!lease.hasEnded()) {
            lease.checkThread(enlistment.current());
        }
    }

    @Override
    public SQLException told(SQLException failed) {
        return failed instanceof ToldException ? failed : lease.told(failed);
    }

    @Override
    public SQLException notUnwrapped(Class<?> type) {
        return new ToldException(
                MESSAGES.handleNotUnwrapped(enlistment.pool(), type.getName()), ToldException.NOT_SUPPORTED, null);
    }
}
