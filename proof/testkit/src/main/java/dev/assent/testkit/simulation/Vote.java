package dev.assent.testkit.simulation;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.RecordKind;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A subordinate that has voted to be prepared: its superior, and what an operator has decided in place of the superior.
 * Not thread-safe.
 */
final class Vote {
    private final NodeLife life;
    private SimulatedNode node;
    private final ByteBuffer global;
    private final @Nullable LocalTransactionId superior;

    /** The operator's wish; null for none. */
    private @Nullable Boolean wish;

    /** The operator's resolution on record; null when there is none. */
    private @Nullable Boolean resolution;

    /** The branches that were in doubt then. */
    private Set<BranchTruth> waiting = Set.of();

    /** Those of them that had been asked to roll back, so that this may take effect later. */
    private Set<BranchTruth> leaving = Set.of();

    private boolean isOnRecord;

    /** Whether its superior heard that its commit is done. */
    private boolean isConfirmed;

    private boolean isConfirmedFirst;

    /** Whether a superior told it to commit when no operator had decided above it. */
    private boolean isToldToCommit;

    /** The same of a rollback. */
    private boolean isToldToRollBack;

    /**
     * A vote.
     *
     * @param life the life of the node that has voted
     * @param global the global part of the transaction's identity
     * @param superior its superior's name for the transaction; null for a stranger, which has none
     */
    Vote(NodeLife life, ByteBuffer global, @Nullable LocalTransactionId superior) {
        this.life = life;
        this.node = life.node();
        this.global = global;
        this.superior = superior;
    }

    /** The node that has voted, or has it from the log of that one. */
    SimulatedNode node() {
        return node;
    }

    /** A node has found it in the log of the one that it adopts. */
    void takenOver(SimulatedNode by) {
        node = by;
    }

    @Nullable LocalTransactionId superior() {
        return superior;
    }

    /** An operator asks for this. */
    void wish(boolean isCommit) {
        wish = isCommit;
    }

    /** The log took the record of the operator's resolution, which a crash may lose unless it was forced. */
    void resolved(Collection<BranchTruth> branches) {
        if (!isOnRecord) {
            resolution = wish;
            isConfirmedFirst = isConfirmed;
            waiting = branches.stream().filter(BranchTruth::isInDoubt).collect(Collectors.toSet());
            leaving = waiting.stream().filter(each -> each.isAskedToRollBack).collect(Collectors.toSet());
        }
    }

    /** Whether a branch was in doubt when the operator decided. */
    boolean isLeftTo(BranchTruth branch) {
        return waiting.contains(branch);
    }

    /** Whether a branch had been asked to roll back by then, and may have done so after the operator's decision. */
    boolean mayHaveLeft(BranchTruth branch) {
        return leaving.contains(branch) && branch.effect == BranchTruth.Effect.ROLLED_BACK;
    }

    /** Whether the log has taken the record of an operator's resolution. */
    boolean isResolved() {
        return resolution != null;
    }

    /** Its superior tells it how to end. */
    void told(boolean isCommit) {
        isToldToCommit |= isCommit;
        isToldToRollBack |= !isCommit;
    }

    boolean isTold(boolean isCommit) {
        return isCommit ? isToldToCommit : isToldToRollBack;
    }

    /** The superior hears that its commit is done. */
    void confirmed() {
        isConfirmed = true;
    }

    /** Whether its superior has heard that its commit is done. */
    boolean isConfirmed() {
        return isConfirmed;
    }

    /**
     * Whether the superior may have forgotten the commit when an operator decided the same: a crash has lost the end
     * that its subordinate wrote, which is not forced. A superior that has forgotten presumes rollback, so the
     * subordinate may keep a contradiction. It is a false alarm, and the subordinate can't know better.
     */
    boolean mayBeFalseAlarm() {
        return isInPlace() && isCommit() && isConfirmedFirst;
    }

    /** Whether an operator decides in place of the superior: from when that is durable (law 12). */
    boolean isInPlace() {
        if (resolution != null && !isOnRecord) {
            isOnRecord = node().durable().has(RecordKind.RESOLUTION, global);
        }
        return isOnRecord;
    }

    /** The effect that its branches should have. */
    BranchTruth.Effect effect() {
        return isCommit() ? BranchTruth.Effect.COMMITTED : BranchTruth.Effect.ROLLED_BACK;
    }

    /** Whether that operator has decided to commit. */
    boolean isCommit() {
        return Boolean.TRUE.equals(resolution);
    }

    @Override
    public String toString() {
        return "the vote of " + life + (isOnRecord ? ", resolved by " + (isCommit() ? "commit" : "rollback") : "");
    }
}
