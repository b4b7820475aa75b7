package dev.assent.resources.xa;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * An XAResource that stands before another one. Every verb that concerns a branch goes through {@link #ask};
 * what only asks about the resource goes straight to the driver.
 *
 * <p>Thread safety: that of the driver.
 */
public abstract class ForwardingXaResource implements XAResource {
    private final XAResource driver;

    /** Stands before this one. */
    protected ForwardingXaResource(XAResource driver) {
        this.driver = driver;
    }

    /**
     * A call of the driver.
     *
     * @param <T> what it answers
     */
    @FunctionalInterface
    protected interface Call<T> {
        /** Calls. */
        T run() throws XAException;
    }

    /** A call of the driver that answers nothing. */
    @FunctionalInterface
    protected interface Order {
        /** Calls. */
        void run() throws XAException;
    }

    /**
     * Makes a call of the driver.
     *
     * @throws XAException what the driver threw, or what that means
     */
    protected abstract <T> T ask(Call<T> call) throws XAException;

    /** An exception of this code that has a cause. */
    protected static XAException coded(int code, @Nullable Throwable cause) {
        XAException told = new XAException(code);
        told.initCause(cause);
        return told;
    }

    /** As {@link #ask}, of a call that answers nothing. */
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

    /** Asks the driver about its own objects: of another of this class, about the one behind it. */
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
