package dev.assent.resources.jms;

import dev.assent.core.xa.NamedXaResource;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The XAResource of one session while one transaction has it. It hands every call and every error through
 * as they are, and adds two things:
 *
 * <ol>
 *   <li>After any error it {@linkplain #hasFailed has failed}: nobody can tell what state the session is in,
 *       so it must not be used again.
 *   <li>When the branch is to end while the application still works on the session, the connection is cut
 *       first: what the application does is part of the branch, or is not done at all (law 20). The branch
 *       can't commit then. It is rolled back over a connection made for that.
 * </ol>
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
final class SessionBranch implements NamedXaResource {
    private final String name;
    private final Login login;
    private final PhysicalSession session;
    private final XAResource driver;
    private final SessionLease lease;
    private volatile boolean failed;
    private volatile boolean severed;

    SessionBranch(JmsPoolConfig config, PhysicalSession session, SessionLease lease) {
        this.name = config.name();
        this.login = new Login(config);
        this.session = session;
        this.driver = session.xaResource();
        this.lease = lease;
    }

    @Override
    public String resourceName() {
        return name;
    }

    /** Whether some call threw, or the connection was cut. */
    boolean hasFailed() {
        return failed;
    }

    /** The broker takes nothing more from this session. */
    void sever() {
        severed = true;
        failed = true;
        session.close();
    }

    private interface Call<T> {
        T run() throws XAException;
    }

    private <T> T watch(Call<T> call) throws XAException {
        boolean done = false;
        try {
            T answer = call.run();
            done = true;
            return answer;
        } finally {
            if (!done) {
                failed = true;
            }
        }
    }

    private interface Order {
        void run() throws XAException;
    }

    private void order(Order order) throws XAException {
        watch(() -> {
            order.run();
            return true;
        });
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        order(() -> driver.start(xid, flags));
        lease.reopen();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        if (!lease.shut()) {
            sever();
        }
        if (!severed) {
            order(() -> driver.end(xid, flags));
        } else if (flags != TMFAIL) {
            throw new XAException(XAException.XA_RBPROTO);
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return watch(() -> driver.prepare(xid));
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        order(() -> driver.commit(xid, onePhase));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        if (severed) {
            rollBackElsewhere(xid);
        } else {
            order(() -> driver.rollback(xid));
        }
    }

    private void rollBackElsewhere(Xid xid) throws XAException {
        PhysicalSession other;
        try {
            other = login.open(() -> {});
        } catch (JMSException unreachable) {
            XAException told = new XAException(XAException.XAER_RMFAIL);
            told.initCause(unreachable);
            throw told;
        }
        try {
            other.xaResource().rollback(xid);
        } finally {
            other.close();
        }
    }

    @Override
    public void forget(Xid xid) throws XAException {
        order(() -> driver.forget(xid));
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return watch(() -> driver.recover(flag));
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        return driver.isSameRM(other instanceof SessionBranch pooled ? pooled.driver : other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return driver.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return driver.setTransactionTimeout(seconds);
    }

    @Override
    public String toString() {
        return "XAResource of pool '" + name + "'";
    }
}
