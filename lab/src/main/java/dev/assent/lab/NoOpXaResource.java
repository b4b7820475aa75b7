package dev.assent.lab;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * An XAResource that agrees to everything and does nothing, so that a benchmark measures only its caller.
 *
 * <p>Thread safety: stateless.
 */
public interface NoOpXaResource extends XAResource {
    @Override
    default void start(Xid xid, int flags) {}

    @Override
    default void end(Xid xid, int flags) {}

    @Override
    default int prepare(Xid xid) {
        return XA_OK;
    }

    @Override
    default void commit(Xid xid, boolean onePhase) {}

    @Override
    default void rollback(Xid xid) {}

    @Override
    default void forget(Xid xid) {}

    @Override
    default Xid[] recover(int flag) {
        return new Xid[0];
    }

    @Override
    default boolean isSameRM(XAResource other) {
        return equals(other);
    }

    @Override
    default int getTransactionTimeout() {
        return 0;
    }

    @Override
    default boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
