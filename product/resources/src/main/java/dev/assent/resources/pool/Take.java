package dev.assent.resources.pool;

import dev.assent.resources.JdbcPool;
import dev.assent.resources.room.PoolGate;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@link JdbcPool#getConnection}: the lease of its handle, and its permit. While it runs that lease never
 * ends {@linkplain ConnectionLease#enter intact}.
 *
 * <p>Thread safety: for the calling thread only.
 */
final class Take {
    private final PoolGate.@Nullable Permit permit;
    private @Nullable ConnectionLease lease;
    private boolean made;

    /**
     * A call.
     *
     * @param permit for a connection; null when the thread's transaction has one
     */
    Take(PoolGate.@Nullable Permit permit) {
        this.permit = permit;
    }

    PoolGate.@Nullable Permit permit() {
        return permit;
    }

    /** The lease; null when there is none yet. */
    @Nullable ConnectionLease lease() {
        return lease;
    }

    /** Notes a connection from the pool; the permit belongs to its lease from now on. */
    void made(ConnectionLease fresh) {
        lease = fresh;
        made = true;
    }

    /** Notes the transaction's own connection, which this call has entered. */
    void found(ConnectionLease known) {
        lease = known;
    }

    /**
     * The caller has its handle.
     *
     * @return false when the lease ended meanwhile, so that the handle is useless
     */
    boolean deliver() {
        ConnectionLease own = lease;
        lease = null;
        return own == null || own.leave();
    }

    /** Ends the call: gives up an undelivered connection, and gives back a permit that no lease took over. */
    void close() {
        ConnectionLease own = lease;
        if (own != null && made) {
            own.abandon();
        } else if (own != null) {
            own.leave();
        }
        if (permit != null && !made) {
            permit.release();
        }
    }
}
