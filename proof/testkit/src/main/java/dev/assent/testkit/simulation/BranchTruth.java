package dev.assent.testkit.simulation;

import dev.assent.core.identity.LocalTransactionId;
import org.jspecify.annotations.Nullable;

/** The true state of one branch, in the resource that has it. Not thread-safe. */
final class BranchTruth {
    /** Where it is in the state table of X/Open XA. */
    enum State {
        /** At work. */
        ACTIVE,
        /** Interrupted. */
        SUSPENDED,
        /** Ended. */
        IDLE,
        /** Ended, and can only roll back. */
        ROLLBACK_ONLY,
        /** Promised. */
        PREPARED,
        /** Decided by the resource itself, and remembered until the coordinator lets it forget. */
        HEURISTIC,
        /** Over, and not known any more. */
        GONE
    }

    /** The outcome of its work. */
    enum Effect {
        /** Nothing yet. */
        NONE,
        /** There was none: read-only. */
        READ_ONLY,
        /** It is there. */
        COMMITTED,
        /** It is not there. */
        ROLLED_BACK,
        /** Some of it is there. */
        MIXED
    }

    final XidBytes xid;
    final SimulatedResource resource;

    /** Null for a branch that no client of this world made. */
    final @Nullable TransactionTruth transaction;

    /** Whether it is local work, without XA: of a last resource. */
    boolean isLocal;

    /** Whether local work was asked to commit. */
    boolean isAsked;

    /** For a branch that no client made: the effect that an operator's resolution has asked for; null for none. */
    @Nullable Effect resolution;

    /** The name of the subordinate that has voted for it; null for none, and at the node that has begun its transaction. */
    @Nullable LocalTransactionId part;

    /** The address of the foreign part that has it; null when a resource has it. */
    @Nullable String address;

    State state = State.ACTIVE;
    Effect effect = Effect.NONE;
    boolean isWriting;

    /** Whether the resource, or a person at the resource, decided by itself. */
    boolean isOwn;

    /** Whether the resource does not remember that it decided by itself. */
    boolean isLost;

    /** The XA code that tells of its own decision; 0 when it made none. */
    int heuristicCode;

    /** Whether the resource has reported something false about it that no other process can check. */
    boolean isLied;

    /** Whether it has voted that there was nothing to commit. */
    boolean hasVotedReadOnly;

    /**
     * The last life that heard, not through recovery, of the resource's own decision, or that the branch is missing.
     */
    @Nullable NodeLife heardBy;

    /** The last life that heard of it, also through recovery, and so must keep it for operators. */
    @Nullable NodeLife reportedTo;

    /** Whether a durable record says what that life has heard, so that each later life must keep it, too. */
    boolean isReportDurable;

    /** The life to which an end or a start has answered that the branch can only roll back. */
    @Nullable NodeLife markedFor;

    /** The life that has heard that it is over, and so asks nothing more of it; null when the resource took that back. */
    @Nullable NodeLife finishedFor;

    /** The life whose last question about its end has failed. */
    @Nullable NodeLife failedFor;

    /** Whether it was asked to commit in one phase. */
    boolean isAskedInOnePhase;

    /** Whether it was asked to roll back. */
    boolean isAskedToRollBack;

    /** Whether the node has asked it for its vote. */
    boolean isAskedToPrepare;

    /** Whether the vote to be prepared was delivered. */
    boolean hasVoted;

    /** Whether it is unknown if the branch is still associated. */
    boolean hasEndFailed;

    /** Whether a call is under way. */
    boolean isBusy;

    /** Whether it was asked to commit, and not answered that it is unknown. */
    boolean isTried;

    /** Whether the node that will report the outcome has asked it to roll back. */
    private boolean isUndoTried;

    /** The last life that asked it to commit. */
    private @Nullable NodeLife committedBy;

    /** The connections that work on it, until it is prepared. */
    final Associations associations = new Associations();

    BranchTruth(XidBytes xid, SimulatedResource resource, @Nullable TransactionTruth transaction) {
        this.xid = xid;
        this.resource = resource;
        this.transaction = transaction;
    }

    /** Whether no try of this life to commit it came before; a recovered branch may have been tried. */
    boolean isFirstCommitOf(NodeLife life) {
        boolean isFirst = committedBy != life && transaction != null && transaction.life == life;
        committedBy = life;
        return isFirst;
    }

    /**
     * Whether this is its own life's first try to roll it back after its vote, so that no earlier try can have ended
     * it.
     */
    boolean isFirstRollbackOf(NodeLife life) {
        boolean isFirst = hasVoted && !isUndoTried && transaction != null && transaction.life == life;
        isUndoTried = true;
        return isFirst;
    }

    /** Whether local work can't commit any more, whatever calls are still on their way. */
    boolean isCertainlyRolledBack() {
        return effect == Effect.ROLLED_BACK || resource.isRefused(xid.global());
    }

    /** Whether a node has made it, and none that was before it at the same place. */
    boolean isOf(NodeLife life) {
        return CallOracle.ownerOf(xid).equals(life.identityBytes());
    }

    /** Whether this very life has made it. */
    boolean isOfThis(NodeLife life) {
        return CallOracle.lifeOf(xid).equals(CallOracle.lifeOf(life));
    }

    /** Whether its work, which is not prepared, is bound to this connection. */
    boolean isWorkOf(SimulatedSession session) {
        return associations.has(session);
    }

    /** A connection is at work on it, or has interrupted or ended that. */
    void associate(SimulatedSession session, State now) {
        associations.set(session, now);
        state = state == State.ROLLBACK_ONLY ? state : associations.whole();
    }

    /** It is prepared, and outlives the connections that worked on it. */
    void prepared() {
        state = State.PREPARED;
        associations.clear();
    }

    boolean isKnown() {
        return state != State.GONE;
    }

    /** Whether there is nothing to commit, by all that is known. */
    boolean isReadOnly() {
        return effect == Effect.READ_ONLY || hasVotedReadOnly;
    }

    /**
     * Whether the outcome of its work says nothing about its transaction: the resource has decided by itself, or lied.
     */
    boolean isResources() {
        return isOwn || isLied;
    }

    boolean isInDoubt() {
        return state == State.PREPARED || state == State.HEURISTIC;
    }

    boolean isUnprepared() {
        return state.ordinal() < State.PREPARED.ordinal();
    }

    void over(Effect result) {
        state = State.GONE;
        effect = result;
        associations.clear();
    }

    @Override
    public String toString() {
        return "branch " + xid + " at " + resource + " (" + state + ", " + effect + (isOwn ? ", own" : "")
                + (isLost ? ", lost" : "") + (isLied ? ", lied" : "") + ")";
    }
}
