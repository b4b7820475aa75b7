package dev.assent.testkit.simulation;

import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The effects of the verbs of XA on the branches of a resource (X/Open XA, chapter 6), over one connection. If a caller
 * breaks the state tables, the ledger hears of it, unless the answer is lost.
 *
 * <p>Not thread-safe.
 */
final class XaEffects {
    /** A verb with its effect on the resource. */
    interface Call {
        int run() throws XAException;

        /** The same call if its answer is lost. */
        default void runQuietly() {
            try {
                run();
            } catch (XAException nobodyHears) {
                // it was refused
            }
        }
    }

    private final SimulatedResource resource;
    private final SimulatedSession session;
    private final World world;

    XaEffects(SimulatedResource resource, SimulatedSession session) {
        this.resource = resource;
        this.session = session;
        this.world = resource.world();
    }

    int start(XidBytes xid, int flags) throws XAException {
        BranchTruth known = resource.find(xid);
        if (flags == XAResource.TMNOFLAGS) {
            if (known != null) {
                throw broken(known, "start", XAException.XAER_DUPID);
            }
            TransactionTruth transaction = world.ledger().find(xid.global());
            BranchTruth branch = new BranchTruth(xid, resource, transaction);
            branch.associate(session, State.ACTIVE);
            resource.add(branch);
            return XAResource.XA_OK;
        }
        return known != null && known.isUnprepared() && !known.isWorkOf(session)
                ? join(known, flags)
                : goOn(own(known), flags);
    }

    /** A connection that has not worked on the branch does so from now on. */
    private int join(BranchTruth branch, int flags) throws XAException {
        if (flags != XAResource.TMJOIN || !resource.traits().joins()) {
            throw new SimulatedXaException(XAException.XAER_PROTO);
        }
        if (branch.state == State.ROLLBACK_ONLY) {
            throw new SimulatedXaException(XAException.XA_RBROLLBACK);
        }
        world.ledger().saw(Sight.JOINED);
        branch.associate(session, State.ACTIVE);
        return XAResource.XA_OK;
    }

    private int goOn(BranchTruth branch, int flags) throws XAException {
        State from = flags == XAResource.TMRESUME ? State.SUSPENDED : State.IDLE;
        if (branch.associations.of(session) != from || branch.state == State.ROLLBACK_ONLY) {
            throw broken(branch, "start with flag " + flags, XAException.XAER_PROTO);
        }
        branch.associate(session, State.ACTIVE);
        return XAResource.XA_OK;
    }

    int work(XidBytes xid) throws XAException {
        BranchTruth branch = own(resource.find(xid));
        if (branch.state == State.ACTIVE) {
            branch.isWriting = true;
        }
        return XAResource.XA_OK;
    }

    int end(XidBytes xid, int flags) throws XAException {
        BranchTruth branch = own(resource.find(xid));
        if (branch.hasEndFailed) {
            throw new SimulatedXaException(XAException.XAER_PROTO);
        }
        if (branch.associations.of(session) == State.IDLE) {
            throw broken(branch, "end", XAException.XAER_PROTO);
        }
        branch.associate(session, flags == XAResource.TMSUSPEND ? State.SUSPENDED : State.IDLE);
        branch.state = flags == XAResource.TMFAIL ? State.ROLLBACK_ONLY : branch.state;
        return XAResource.XA_OK;
    }

    /** A start or end of known work that failed: it can only roll back, and an end may be tried again or not. */
    void endFailed(BranchTruth branch) {
        if (branch.isWorkOf(session) && branch.isUnprepared()) {
            branch.state = State.ROLLBACK_ONLY;
            branch.hasEndFailed = true;
        }
    }

    int prepare(XidBytes xid) throws XAException {
        BranchTruth branch = own(resource.find(xid));
        if (branch.state == State.ROLLBACK_ONLY) {
            branch.over(Effect.ROLLED_BACK);
            throw new SimulatedXaException(XAException.XA_RBROLLBACK);
        }
        if (branch.state != State.IDLE) {
            throw broken(branch, "prepare", XAException.XAER_PROTO);
        }
        if (!branch.isWriting) {
            world.ledger().saw(Sight.READ_ONLY);
            branch.over(Effect.READ_ONLY);
            return XAResource.XA_RDONLY;
        }
        if (resource.lies(Lie.VOTES_READ_ONLY, branch)) {
            branch.hasVotedReadOnly = true;
            branch.over(world.chance().of(0.5) ? Effect.COMMITTED : Effect.ROLLED_BACK);
            return XAResource.XA_RDONLY;
        }
        branch.prepared();
        return XAResource.XA_OK;
    }

    int commit(XidBytes xid) throws XAException {
        commit(decided(xid));
        return XAResource.XA_OK;
    }

    int rollback(XidBytes xid) throws XAException {
        BranchTruth branch = resource.find(xid);
        if (branch != null && branch.isUnprepared()) {
            own(branch).over(Effect.ROLLED_BACK);
        } else {
            decided(xid).over(Effect.ROLLED_BACK);
        }
        return XAResource.XA_OK;
    }

    /** The prepared branch, unless the resource decides by itself before it hears of the decision. */
    private BranchTruth decided(XidBytes xid) throws XAException {
        BranchTruth branch = resource.find(xid);
        if (branch == null || !branch.isKnown()) {
            throw new SimulatedXaException(XAException.XAER_NOTA);
        }
        if (branch.isUnprepared()) {
            throw broken(branch, "phase two", XAException.XAER_PROTO);
        }
        if (world.mayFail(world.profile().faults().ownDecision())) {
            resource.decide(branch);
        }
        if (branch.state == State.HEURISTIC) {
            throw new SimulatedXaException(branch.heuristicCode);
        }
        if (world.mayFail(world.profile().faults().loss())) {
            resource.lose(branch);
            throw new SimulatedXaException(XAException.XAER_NOTA);
        }
        return branch;
    }

    int commitOnePhase(XidBytes xid) throws XAException {
        BranchTruth branch = own(resource.find(xid));
        if (branch.state == State.ROLLBACK_ONLY) {
            branch.over(Effect.ROLLED_BACK);
            throw new SimulatedXaException(XAException.XA_RBROLLBACK);
        }
        if (branch.state != State.IDLE) {
            throw broken(branch, "a one-phase commit", XAException.XAER_PROTO);
        }
        if (world.mayFail(world.profile().faults().ownDecision())) {
            branch.prepared();
            resource.decide(branch);
            throw new SimulatedXaException(branch.heuristicCode);
        }
        if (branch.isWriting) {
            commit(branch);
        } else {
            branch.over(Effect.READ_ONLY);
        }
        return XAResource.XA_OK;
    }

    private void commit(BranchTruth branch) {
        branch.over(resource.lies(Lie.LOSES_COMMITTED, branch) ? Effect.ROLLED_BACK : Effect.COMMITTED);
    }

    int beginLocal(XidBytes key) {
        BranchTruth branch = new BranchTruth(key, resource, world.ledger().find(key.global()));
        branch.isLocal = true;
        branch.isWriting = true;
        branch.associate(session, State.IDLE);
        resource.add(branch);
        return XAResource.XA_OK;
    }

    int commitLocal(XidBytes key, boolean isMarked) throws XAException {
        BranchTruth branch = own(resource.find(key));
        if (isMarked
                && (resource.isRefused(key.global()) || resource.markers().putIfAbsent(key.global(), true) != null)) {
            branch.over(Effect.ROLLED_BACK);
            throw new SimulatedXaException(XAException.XA_RBROLLBACK);
        }
        branch.over(Effect.COMMITTED);
        return XAResource.XA_OK;
    }

    int forget(XidBytes xid) throws XAException {
        BranchTruth branch = resource.find(xid);
        if (branch == null || branch.state != State.HEURISTIC) {
            throw new SimulatedXaException(XAException.XAER_NOTA);
        }
        branch.state = State.GONE;
        return XAResource.XA_OK;
    }

    /** The resource has marked it so that it can only roll back, and the connection does not work on it any more. */
    void marked(BranchTruth branch) {
        if (branch.isWorkOf(session)) {
            branch.associate(session, State.IDLE);
        }
        branch.state = State.ROLLBACK_ONLY;
    }

    /** Whether this connection is at work on a branch. */
    boolean isAtWork(BranchTruth branch) {
        return branch.associations.of(session) == State.ACTIVE;
    }

    /** Whether a branch is not another connection's. */
    boolean reaches(BranchTruth branch) {
        return !branch.isUnprepared() || branch.isWorkOf(session);
    }

    /** Whether this connection works on a branch, or can join it. */
    boolean mayStart(BranchTruth branch) {
        return reaches(branch) || resource.traits().joins();
    }

    private BranchTruth own(@Nullable BranchTruth branch) throws XAException {
        if (branch == null || !branch.isKnown()) {
            throw new SimulatedXaException(XAException.XAER_NOTA);
        }
        if (!branch.isWorkOf(session)) {
            throw new SimulatedXaException(XAException.XAER_PROTO);
        }
        return branch;
    }

    private XAException broken(BranchTruth branch, String what, int code) {
        if (!session.isLost()) {
            world.ledger().broken("XA", what + " is asked of " + branch);
        }
        return new SimulatedXaException(code);
    }
}
