package dev.assent.lab.commit;

import dev.assent.core.xa.NamedXaResource;
import dev.assent.core.xa.RecoverableResource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource that agrees to everything and does nothing, so that what is measured is the transaction
 * manager alone.
 *
 * <p>Thread safety: stateless.
 *
 * @param name as registered
 */
record NoOpResource(String name) implements RecoverableResource {
    @Override
    public Session open() {
        XAResource branch = new Branch(name);
        return new Session() {
            @Override
            public XAResource xaResource() {
                return branch;
            }

            @Override
            public void close() {}
        };
    }

    /**
     * One connection.
     *
     * @param resourceName of its resource
     */
    record Branch(String resourceName) implements NamedXaResource {
        @Override
        public void start(Xid xid, int flags) {}

        @Override
        public void end(Xid xid, int flags) {}

        @Override
        public int prepare(Xid xid) {
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {}

        @Override
        public void rollback(Xid xid) {}

        @Override
        public void forget(Xid xid) {}

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return equals(other);
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
}
