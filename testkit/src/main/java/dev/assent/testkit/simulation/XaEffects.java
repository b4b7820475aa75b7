package dev.assent.testkit.simulation;

import dev.assent.core.xa.XaVerb;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * What the verbs of XA do to the branches of a resource (X/Open XA, chapter 6), asked over one
 * connection. Who breaks the state tables is reported to the ledger, unless nobody hears the answer.
 *
 * <p>Not thread-safe.
 */
final class XaEffects {
    private static final int[] CODES_REFUSED = {
        XAException.XAER_RMERR, XAException.XAER_INVAL, XAException.XAER_PROTO, XAException.XAER_OUTSIDE
    };

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
        branch.prepared();
        return XAResource.XA_OK;
    }

    int commit(XidBytes xid) throws XAException {
        BranchTruth branch = decided(xid);
        branch.over(Effect.COMMITTED);
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
        branch.over(branch.isWriting ? Effect.COMMITTED : Effect.READ_ONLY);
        return XAResource.XA_OK;
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

    /** Answers one of the codes a verb may answer, with the effect it tells of. */
    int refuse(XaVerb verb, @Nullable BranchTruth branch) throws XAException {
        boolean isUnprepared = branch != null && branch.isUnprepared() && branch.isWorkOf(session);
        boolean rollsBack = world.chance().of(0.5);
        int rolledBack = XAException.XA_RBBASE + world.chance().below(8);
        int refused = CODES_REFUSED[world.chance().below(CODES_REFUSED.length)];
        if (branch != null && verb == XaVerb.START) {
            endFailed(branch);
        }
        if (branch != null && branch.transaction != null && verb == XaVerb.FORGET) {
            branch.transaction.hasCause = true;
        }
        if (branch == null || verb == XaVerb.START || verb == XaVerb.RECOVER || verb == XaVerb.FORGET) {
            throw new SimulatedXaException(verb == XaVerb.START && rollsBack ? rolledBack : refused);
        }
        switch (verb) {
            case END -> {
                if (isUnprepared && rollsBack) {
                    branch.associate(session, State.IDLE);
                    branch.state = State.ROLLBACK_ONLY;
                } else if (isUnprepared) {
                    endFailed(branch);
                }
                throw new SimulatedXaException(rollsBack ? rolledBack : refused);
            }
            case PREPARE -> {
                if (isUnprepared && rollsBack) {
                    branch.over(Effect.ROLLED_BACK);
                    throw new SimulatedXaException(rolledBack);
                }
                if (isUnprepared && world.chance().of(0.3)) {
                    prepare(branch.xid);
                }
                throw new SimulatedXaException(refused);
            }
            case COMMIT_ONE_PHASE -> {
                if (isUnprepared && rollsBack) {
                    branch.over(Effect.ROLLED_BACK);
                    throw new SimulatedXaException(world.chance().of(0.5) ? rolledBack : XAException.XAER_RMERR);
                }
                throw new SimulatedXaException(XAException.XAER_PROTO);
            }
            case COMMIT -> throw new SimulatedXaException(rollsBack ? XAException.XA_RETRY : XAException.XAER_RMERR);
            case ROLLBACK -> {
                if (branch.state != State.HEURISTIC && branch.isKnown() && rollsBack) {
                    branch.over(Effect.ROLLED_BACK);
                    throw new SimulatedXaException(rolledBack);
                }
                throw new SimulatedXaException(refused);
            }
            default -> throw new SimulatedXaException(refused);
        }
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
