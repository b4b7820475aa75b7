package dev.assent.resources.jms;

import dev.assent.resources.xa.LentXaResource;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/**
 * The XAResource of one session while a transaction uses it. It passes on every call and every error unchanged, and
 * adds two things:
 *
 * <ol>
 *   <li>After any error it {@linkplain #hasFailed has failed}: nobody knows the state of the session then, so it must
 *       not be used again.
 *   <li>If the branch must end while the application still works on the session, it cuts the connection first: the
 *       application's work is then part of the branch, or not done at all (law 20). The branch can't commit then. A
 *       separate connection rolls it back.
 * </ol>
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
final class SessionBranch extends LentXaResource {
    private final Login login;
    private final PhysicalSession session;
    private final SessionLease lease;
    private volatile boolean severed;

    SessionBranch(JmsPoolConfig config, PhysicalSession session, SessionLease lease) {
        super(config.name(), session.xaResource());
        this.login = new Login(config);
        this.session = session;
        this.lease = lease;
    }

    /** From now on the broker accepts nothing from this session. */
    void sever() {
        severed = true;
        fail();
        session.close();
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        super.start(xid, flags);
        lease.reopen();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        if (!lease.shut()) {
            sever();
        }
        if (!severed) {
            super.end(xid, flags);
        } else if (flags != TMFAIL) {
            throw new XAException(XAException.XA_RBPROTO);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        if (severed) {
            rollBackElsewhere(xid);
        } else {
            super.rollback(xid);
        }
    }

    private void rollBackElsewhere(Xid xid) throws XAException {
        PhysicalSession other;
        try {
            other = login.open(gone -> {});
        } catch (JMSException unreachable) {
            throw coded(XAException.XAER_RMFAIL, unreachable);
        }
        try {
            other.xaResource().rollback(xid);
        } finally {
            other.close();
        }
    }
}
