package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The true state of one transaction, as its client and the resources see it. Not thread-safe. */
final class TransactionTruth {
    /** The end that its client wants. */
    enum Wish {
        /** Nothing yet. */
        NONE,
        /** To commit. */
        COMMIT,
        /** To roll back. */
        ROLLBACK
    }

    final TransactionId id;
    final ByteBuffer global;

    /** The life of the node that has begun it; null if none of our nodes has. */
    final @Nullable NodeLife life;

    private final @Nullable GlobalTransaction engine;

    /** The names that nodes have for it whose Xids have no room for its identity (law 1). */
    final List<TransactionId> incarnations = new ArrayList<>();

    /**
     * A node's half of it, which its superior decides.
     *
     * @param life where it is
     */
    record Subordination(NodeLife life, GlobalTransaction engine) {
        @Override
        public String toString() {
            return "the subordinate " + engine.incarnation() + " of " + life;
        }
    }

    /** The subordinates that calls have brought work, without those that have voted read-only. */
    final List<Subordination> subordinates = new ArrayList<>();

    private final Set<LocalTransactionId> over = new HashSet<>();

    /** Whether a caller knows of a call, and not of its result. */
    boolean isReplyLost;

    /** Whether a node that had work to lose got "rolled back" before anything was decided. */
    boolean isRollbackTold;

    /** The nodes that have found records of it in the log of one that they adopt. */
    final Set<SimulatedNode> adopters = new HashSet<>();

    final List<BranchTruth> branches = new ArrayList<>();
    Wish wish = Wish.NONE;

    /** The outcome that its client got; null before. */
    @Nullable Outcome told;

    /** Whether the timer reported its timeout. */
    boolean isExpired;

    /** Whether a client without a transaction manager has begun it. */
    boolean isClients;

    /** Whether the node has heard from such a client how it wants it to end. */
    boolean isEndAsked;

    /** How many participants the node has. */
    int enlisted;

    /** Whether it has called other nodes. */
    boolean isDistributed;

    /** The nodes that were called. */
    final Set<SimulatedNode> called = new HashSet<>();

    /** How many nodes have decided to commit without a superior's word. */
    int deciders;

    /** The votes of the subordinates that are prepared, by their names for the transaction. */
    private final Map<LocalTransactionId, Vote> votes = new LinkedHashMap<>();

    /** The last life that heard from another node that it had done otherwise than decided. */
    @Nullable NodeLife contradicted;

    /** How many onlookers of foreign nodes wait to be asked before it is prepared. */
    int onlookers;

    /** The synchronizations of the calls that have reached nodes. */
    final List<VisitSynchronization> synchronizations = new ArrayList<>();

    /** The work of calls that came home. */
    final List<Errand> visits = new ArrayList<>();

    private int numbers;

    /** How many records were appended for it in its first life. */
    int decisions;

    int heuristicRecords;

    /** Whether anything happened that may end in a heuristic outcome. */
    boolean hasCause;

    /** The life that does not know its outcome. */
    @Nullable NodeLife unknownTo;

    /** Whether its client got "in doubt" about its last resource, which is settled later. */
    boolean wasInDoubt;

    /** Whether a marker has shown the outcome at its last resource. */
    boolean isFoundByMarker;

    /** The last life that wrote a commit decision; null for none. */
    @Nullable NodeLife decidedBy;

    /** Whether a commit decision was ever durable. */
    boolean wasDecided;

    /** Whether an operator has forgotten it. */
    boolean isForgotten;

    /** Whether its node has announced in its log that it asks the last resource. */
    boolean isAnnounced;

    /** One that a node has begun. */
    TransactionTruth(NodeLife life, GlobalTransaction engine) {
        this.id = engine.id();
        this.global = ByteBuffer.wrap(id.global());
        this.life = life;
        this.engine = engine;
    }

    /** One that a foreign transaction manager has begun. */
    TransactionTruth(TransactionId id) {
        this.id = id;
        this.global = ByteBuffer.wrap(id.global());
        this.life = null;
        this.engine = null;
        this.isDistributed = true;
    }

    /** The engine's half, at the node that has begun it. */
    GlobalTransaction engine() {
        return Objects.requireNonNull(engine);
    }

    /** Whether a foreign transaction manager decides it. */
    boolean isForeign() {
        return engine == null;
    }

    /** Whether its timeout passed before it was decided. */
    boolean isTimedOut() {
        return engine != null && engine.isTimedOut();
    }

    /** Whether this node has begun it. */
    boolean isAt(SimulatedNode node) {
        return life != null && life.node() == node;
    }

    /** Whether the process is still there that is to tell its outcome. */
    boolean isToBeTold() {
        return life != null && !life.isDead() && !life.isClosing();
    }

    /** A number for a branch, that no other branch of it has. */
    int nextNumber() {
        return ++numbers;
    }

    /** Whether it is of this life, and only its own thread may end it. */
    boolean isUnderWay(NodeLife now) {
        return life == now && told == null && !isExpired && !isTimedOut();
    }

    /** Whether its commit needs no phase one: the outcome of its only branch is its own. */
    boolean isOnePhase() {
        return wish == Wish.COMMIT && enlisted == 1 && !wasDecided;
    }

    /** Its work on a last resource; null when it has none. */
    @Nullable BranchTruth local() {
        return branches.stream().filter(each -> each.isLocal).findFirst().orElse(null);
    }

    /** Whether its last resource decides about no other branch, since all others are read-only. */
    boolean isLastAlone() {
        return local() != null && branches.stream().allMatch(each -> each.isLocal || each.isReadOnly());
    }

    /** Whether any work ended in this way that was decided neither by a resource itself nor in place of a superior. */
    boolean hasAny(BranchTruth.Effect effect) {
        return branches.stream().anyMatch(each -> isAsDecided(each) && each.effect == effect);
    }

    /** Whether the coordinator alone decides about a branch: neither its resource nor an operator does. */
    boolean isAsDecided(BranchTruth branch) {
        return !branch.isResources() && inPlace(branch) == null;
    }

    // ---- subordinates that have voted

    /** The vote of a node is in its log: for all branches that it has prepared. */
    void voted(LocalTransactionId name, Vote vote, ByteBuffer owner) {
        votes.put(name, vote);
        for (BranchTruth branch : branches) {
            if (branch.hasVoted
                    && branch.part == null
                    && CallOracle.lifeOf(branch.xid).equals(owner)) {
                branch.part = name;
            }
        }
    }

    Collection<Vote> votes() {
        return votes.values();
    }

    /** A subordinate has voted read-only: all its work has ended, and none of it is lost. */
    void votedReadOnly(LocalTransactionId name) {
        subordinates.removeIf(each -> name.equals(each.engine().incarnation()));
        over.add(name);
    }

    /** A subordinate has committed in one phase. */
    void committedInOnePhase(LocalTransactionId name) {
        over.add(name);
    }

    /** Whether a subordinate has voted read-only or committed in one phase, so that no decision changes anything there. */
    boolean isOverAt(@Nullable LocalTransactionId name) {
        return over.contains(name);
    }

    /** The vote of this name; null when there is none. */
    @Nullable Vote vote(@Nullable LocalTransactionId name) {
        return votes.get(name);
    }

    /** The vote with which an operator decides a branch in place of its superiors; null if no operator does. */
    @Nullable Vote inPlace(BranchTruth branch) {
        return inPlace(branch.part);
    }

    /** The same of a subordinate, by its name for the transaction. */
    @Nullable Vote inPlace(@Nullable LocalTransactionId part) {
        Vote vote = votes.get(part);
        for (int i = 0; i < votes.size() && vote != null && !vote.isInPlace(); i++) {
            vote = votes.get(vote.superior());
        }
        return vote != null && vote.isInPlace() ? vote : null;
    }

    /** A node tells a part how to end. */
    void told(@Nullable LocalTransactionId part, boolean isCommit) {
        Vote vote = votes.get(part);
        Vote above = vote;
        for (int i = 0; i < votes.size() && above != null; i++) {
            above = votes.get(above.superior());
            if (above != null && above.isResolved()) {
                return;
            }
        }
        if (vote != null) {
            vote.told(isCommit);
        }
    }

    /**
     * Whether a decision was passed on to a branch's node before an operator decided in place of a superior further up.
     * That node may have followed it already, or only after it asks again: which one is unknown.
     */
    boolean isPassedOn(BranchTruth branch, boolean isCommit) {
        Vote vote = votes.get(branch.part);
        for (int i = 0; i < votes.size() && vote != null && !vote.isInPlace(); i++) {
            if (vote.isTold(isCommit)) {
                return true;
            }
            vote = votes.get(vote.superior());
        }
        return false;
    }

    /** Whether an operator has decided in place of any superior. */
    boolean isResolvedInPlace() {
        return votes.values().stream().anyMatch(Vote::isInPlace);
    }

    /**
     * Whether an operator's decision in place of a superior differs from the superior's own, or from the one that the
     * superior heard.
     */
    boolean isAgainstSuperior(Vote vote) {
        Vote above = inPlace(vote.superior());
        boolean isCommit = above == null ? wasDecided : above.isCommit();
        return vote.isInPlace() && vote.isCommit() != isCommit;
    }

    /** Whether anything was done as an operator has decided there. */
    boolean isFollowed(Vote vote) {
        return branches.stream()
                .anyMatch(each -> !each.isResources() && each.effect == vote.effect() && inPlace(each) == vote);
    }

    @Override
    public String toString() {
        Object name = id instanceof LocalTransactionId local ? life + "-" + local.sequence() : id;
        return "transaction " + name + " (wish " + wish + ", told " + told + ", " + branches + ")";
    }
}
