package dev.assent.resources;

import dev.assent.resources.room.PoolGate;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@link JdbcPool#getConnection}: what it brings, and the lease of which it gets a handle. While
 * it runs that lease never ends {@linkplain ConnectionLease#enter intact}.
 *
 * <p>Thread safety: for the calling thread alone.
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

    /** A connection was taken out of the pool, and the permit is the lease's from now on. */
    void made(ConnectionLease fresh) {
        lease = fresh;
        made = true;
    }

    /** The transaction has a connection already, where this call has entered. */
    void found(ConnectionLease known) {
        lease = known;
    }

    /**
     * The caller has its handle.
     *
     * @return false when the lease ended meanwhile, so that the handle is of no use
     */
    boolean deliver() {
        ConnectionLease own = lease;
        lease = null;
        return own == null || own.leave();
    }

    /** The call is over: what was not delivered is given up, and a permit that no lease took over is given back. */
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
