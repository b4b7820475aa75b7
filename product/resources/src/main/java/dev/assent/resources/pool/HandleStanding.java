package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.resources.handle.Standing;
import java.sql.SQLException;

/**
 * The application's rights on a pooled connection: until its {@linkplain ConnectionLease lease} ends, and on a thread
 * with the transaction of the lease. After the lease has ended against the application's will, each error of the
 * driver, for whatever was closed under it, names the reason.
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
