package dev.assent.resources.xa;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * An XAResource in front of another one. Every verb about a branch goes through {@link #ask}; questions about the
 * resource go straight to the driver.
 *
 * <p>Thread safety: that of the driver.
 */
public abstract class ForwardingXaResource implements XAResource {
    private final XAResource driver;

    /** In front of this one. */
    protected ForwardingXaResource(XAResource driver) {
        this.driver = driver;
    }

    /**
     * A call of the driver.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    protected interface Call<T> {
        /** Calls. */
        T run() throws XAException;
    }

    /** A call of the driver without a result. */
    @FunctionalInterface
    protected interface Order {
        /** Calls. */
        void run() throws XAException;
    }

    /**
     * Makes a call of the driver.
     *
     * @throws XAException the driver's, or a corrected one
     */
    protected abstract <T> T ask(Call<T> call) throws XAException;

    /** An exception with this code and cause. */
    protected static XAException coded(int code, @Nullable Throwable cause) {
        XAException told = new XAException(code);
        told.initCause(cause);
        return told;
    }

    /** As {@link #ask}, for a call without a result. */
    protected final void order(Order order) throws XAException {
        ask(() -> {
            order.run();
            return true;
        });
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        order(() -> driver.start(xid, flags));
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        order(() -> driver.end(xid, flags));
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return ask(() -> driver.prepare(xid));
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        order(() -> driver.commit(xid, onePhase));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        order(() -> driver.rollback(xid));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        order(() -> driver.forget(xid));
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return ask(() -> driver.recover(flag));
    }

    /** Asks the driver about its own object: for another resource of this class, about the one behind it. */
    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        boolean isOfThisClass = other instanceof ForwardingXaResource && other.getClass() == getClass();
        return driver.isSameRM(isOfThisClass ? ((ForwardingXaResource) other).driver : other);
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
