package dev.assent.core.xa;

import dev.assent.RegisteredDataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * An XAResource that knows its registered resource, and forwards every call.
 *
 * @param resourceName of its {@link RegisteredDataSource}
 * @param driver the corrected XAResource of the driver
 */
record RegisteredXaResource(String resourceName, XAResource driver) implements NamedXaResource {
    @Override
    public void start(Xid xid, int flags) throws XAException {
        driver.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        driver.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return driver.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        driver.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        driver.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        driver.forget(xid);
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return driver.recover(flag);
    }

    /** Drivers know only their own objects. */
    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        return driver.isSameRM(other instanceof RegisteredXaResource registered ? registered.driver : other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return driver.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return driver.setTransactionTimeout(seconds);
    }
}
