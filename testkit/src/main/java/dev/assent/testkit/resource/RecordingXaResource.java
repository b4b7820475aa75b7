package dev.assent.testkit.resource;

import dev.assent.core.xa.NamedXaResource;
import dev.assent.core.xa.XaVerb;
import dev.assent.testkit.resource.BranchState.Phase;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a {@link RecordingResource}. It can be at work for one branch at a time; it accepts prepare,
 * commit, rollback and forget for any branch that no connection works on (X/Open XA, tables 6-2 and 6-4).
 *
 * <p>Thread safety: as the resource manager.
 */
public final class RecordingXaResource implements NamedXaResource {
    private final RecordingResource manager;
    private final int client;
    private @Nullable BranchState current;

    RecordingXaResource(RecordingResource manager) {
        this.manager = manager;
        this.client = manager.clientsEnded();
    }

    RecordingResource manager() {
        return manager;
    }

    @Override
    public String resourceName() {
        return manager.name();
    }

    /** Whether the connection is at work for some branch now, so that work would be part of it. */
    public boolean isAtWork() {
        synchronized (manager) {
            return current != null;
        }
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        String event = "start" + flag(flags);
        Plan plan = manager.begin(client, XaVerb.START, event);
        synchronized (manager) {
            if (!plan.hasEffect()) {
                dissociate(plan, xid);
                plan.fail();
            }
            if (current != null) {
                throw manager.violation(event, "the connection is at work for another branch", XAException.XAER_PROTO);
            }
            BranchState branch = flags == XAResource.TMNOFLAGS ? fresh(xid, event) : known(xid, flags, event);
            branch.active.add(this);
            current = branch;
            plan.fail();
        }
    }

    /** A start that says that a known branch has rolled back has ended the connection's work for it. */
    private void dissociate(Plan plan, Xid xid) {
        BranchState branch = manager.find(xid);
        if (branch != null && isRolledBack(plan.code())) {
            branch.suspended.remove(this);
            branch.isRollbackOnly = true;
        }
    }

    private BranchState fresh(Xid xid, String event) throws XAException {
        if (manager.find(xid) != null) {
            throw manager.violation(event, "the branch is there already", XAException.XAER_DUPID);
        }
        BranchState branch = new BranchState();
        manager.add(xid, branch);
        return branch;
    }

    private BranchState known(Xid xid, int flags, String event) throws XAException {
        BranchState branch = manager.require(xid);
        if (branch.phase != Phase.ACTIVE) {
            throw manager.violation(event, "the branch is " + branch.phase, XAException.XAER_PROTO);
        }
        boolean isSuspended = branch.suspended.remove(this);
        if (flags == XAResource.TMRESUME && !isSuspended) {
            throw manager.violation(event, "its work was not interrupted", XAException.XAER_PROTO);
        }
        if (flags == XAResource.TMJOIN && isSuspended) {
            throw manager.violation(event, "its work was interrupted, not ended", XAException.XAER_PROTO);
        }
        return branch;
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        String event = "end" + flag(flags);
        Plan plan = manager.begin(client, XaVerb.END, event);
        synchronized (manager) {
            BranchState branch = manager.require(xid);
            boolean wasActive = branch.active.remove(this);
            boolean wasSuspended = branch.suspended.remove(this);
            current = null;
            if (!wasActive && !wasSuspended) {
                throw manager.violation(event, "the connection is not at work for the branch", XAException.XAER_PROTO);
            }
            if (flags == XAResource.TMSUSPEND && !isRolledBack(plan.code())) {
                branch.suspended.add(this);
            }
            branch.isRollbackOnly |= flags == XAResource.TMFAIL || isRolledBack(plan.code());
            plan.fail();
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        Plan plan = manager.begin(client, XaVerb.PREPARE, "prepare");
        synchronized (manager) {
            BranchState branch = idle(xid, "prepare", Phase.ACTIVE);
            if (isRolledBack(plan.code())) {
                manager.end(xid, "rolled back");
            }
            if (!plan.hasEffect()) {
                plan.fail();
            }
            if (branch.isRollbackOnly) {
                manager.end(xid, "rolled back");
                throw new XAException(XAException.XA_RBROLLBACK);
            }
            int vote = plan.vote() == null ? XAResource.XA_OK : plan.vote();
            if (vote == XAResource.XA_RDONLY) {
                manager.end(xid, "read only");
            } else {
                branch.phase = Phase.PREPARED;
            }
            plan.fail();
            return vote;
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        String event = onePhase ? "commit(one phase)" : "commit";
        Plan plan = manager.begin(client, onePhase ? XaVerb.COMMIT_ONE_PHASE : XaVerb.COMMIT, event);
        synchronized (manager) {
            if (!plan.hasEffect()) {
                fail(plan, xid);
            }
            BranchState branch = idle(xid, event, onePhase ? Phase.ACTIVE : Phase.PREPARED);
            if (branch.isRollbackOnly) {
                manager.end(xid, "rolled back");
                throw new XAException(XAException.XA_RBROLLBACK);
            }
            manager.end(xid, "committed");
            plan.fail();
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        Plan plan = manager.begin(client, XaVerb.ROLLBACK, "rollback");
        synchronized (manager) {
            if (!plan.hasEffect()) {
                fail(plan, xid);
            }
            BranchState branch = manager.require(xid);
            if (!branch.isIdle()) {
                throw manager.violation("rollback", "a connection is at work for the branch", XAException.XAER_PROTO);
            }
            if (branch.phase == Phase.DECIDED) {
                throw new XAException(XAException.XA_HEURHAZ);
            }
            manager.end(xid, "rolled back");
            plan.fail();
        }
    }

    @Override
    public void forget(Xid xid) throws XAException {
        Plan plan = manager.begin(client, XaVerb.FORGET, "forget");
        synchronized (manager) {
            if (!plan.hasEffect()) {
                fail(plan, xid);
            }
            BranchState branch = manager.require(xid);
            if (branch.phase != Phase.DECIDED) {
                throw manager.violation("forget", "the branch is " + branch.phase, XAException.XAER_PROTO);
            }
            manager.forget(xid);
            plan.fail();
        }
    }

    /** Gives the whole list at the start of a scan, nothing later. */
    @Override
    public Xid[] recover(int flags) throws XAException {
        Plan plan = manager.begin(client, XaVerb.RECOVER, "recover" + flag(flags));
        plan.fail();
        return (flags & XAResource.TMSTARTRSCAN) == 0 ? new Xid[0] : manager.inDoubt();
    }

    /** The branch, which no connection works on, in the phase that it must be in. */
    private BranchState idle(Xid xid, String event, Phase phase) throws XAException {
        BranchState branch = manager.require(xid);
        if (!branch.isIdle()) {
            throw manager.violation(event, "a connection is at work for the branch", XAException.XAER_PROTO);
        }
        if (branch.phase != phase) {
            throw manager.violation(event, "the branch is " + branch.phase, XAException.XAER_PROTO);
        }
        return branch;
    }

    /** Fails as planned, with the branch in the state that the code tells of. */
    private void fail(Plan plan, Xid xid) throws XAException {
        if (isRolledBack(plan.code())) {
            manager.end(xid, "rolled back");
        }
        switch (plan.code()) {
            case XAException.XA_HEURCOM -> manager.decide(xid, "committed");
            case XAException.XA_HEURRB -> manager.decide(xid, "rolled back");
            case XAException.XA_HEURMIX -> manager.decide(xid, "mixed");
            case XAException.XA_HEURHAZ -> manager.decide(xid, "unknown");
            case XAException.XAER_NOTA -> manager.end(xid, "unknown");
            default -> {}
        }
        plan.fail();
    }

    private static boolean isRolledBack(int code) {
        return code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
    }

    private static String flag(int flags) {
        return switch (flags) {
            case XAResource.TMNOFLAGS -> "";
            case XAResource.TMJOIN -> "(TMJOIN)";
            case XAResource.TMRESUME -> "(TMRESUME)";
            case XAResource.TMSUCCESS -> "(TMSUCCESS)";
            case XAResource.TMFAIL -> "(TMFAIL)";
            case XAResource.TMSUSPEND -> "(TMSUSPEND)";
            case XAResource.TMSTARTRSCAN -> "(TMSTARTRSCAN)";
            case XAResource.TMENDRSCAN -> "(TMENDRSCAN)";
            default -> "(0x" + Integer.toHexString(flags) + ")";
        };
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this || manager.isSameRm(other);
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return "connection to " + manager.name();
    }
}
