package dev.assent.core.recovery;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.log.Lives;
import dev.assent.core.recovery.SeenBranch.Claim;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.xa.BranchXid;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Whose a branch is to finish that a resource lists in doubt: of a transaction that this node knows, an
 * orphan, one that it must leave alone, or another node's (laws 2, 9 and 10).
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to, but for {@link #notUnderstood()}.
 */
final class Claims {
    private final Coordinator coordinator;
    private final Set<TransactionId> notUnderstood = ConcurrentHashMap.newKeySet();

    Claims(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * Whose a branch is.
     *
     * @param claim whose
     * @param why it is not this node's to decide; empty when it is
     */
    record Verdict(Claim claim, String why) {
        private boolean isNobodys() {
            return claim == Claim.ORPHAN || claim == Claim.LEFT_ALONE;
        }
    }

    /** The log has a record of this transaction that is not understood. */
    void notUnderstood(TransactionId id) {
        notUnderstood.add(id);
    }

    /** An operator has resolved it: its records are as good as understood, and go with its end. */
    void resolved(TransactionId id) {
        notUnderstood.remove(id);
    }

    /** The transactions with records in the log that are not understood. */
    Set<TransactionId> notUnderstood() {
        return Set.copyOf(notUnderstood);
    }

    /**
     * Whose each branch is that a resource lists; to be asked after it was listed (law 9).
     *
     * <p>A transaction may end between the listing and now, so that a branch is still on the list and nobody knows
     * its transaction any more. So the resource is asked again for those that nobody waits for, and one that it does
     * not list any more is left out.
     */
    Map<BranchXid, Verdict> of(String resource, InDoubtLists lists) {
        Map<BranchXid, Verdict> verdicts = new LinkedHashMap<>();
        InDoubtLists.Listed listed = lists.of(resource);
        if (listed == null) {
            return verdicts;
        }
        Set<BranchXid> nobodys = new LinkedHashSet<>();
        for (BranchXid xid : listed.branches()) {
            Verdict verdict = of(xid);
            verdicts.put(xid, verdict);
            if (verdict.isNobodys()) {
                nobodys.add(xid);
            }
        }
        nobodys.removeAll(lists.stillListed(resource, nobodys));
        verdicts.keySet().removeAll(nobodys);
        return verdicts;
    }

    private Verdict of(BranchXid xid) {
        NodeId owner = xid.owner().node();
        if (!owner.equals(coordinator.life().node()) && coordinator.adoption(owner) == null) {
            return new Verdict(Claim.STRANGE, "it belongs to node " + owner + ", which is not this one");
        }
        if (coordinator.knows(xid.transaction())) {
            return new Verdict(Claim.KNOWN, "");
        }
        String why = whyLeftAlone(xid);
        return why == null ? new Verdict(Claim.ORPHAN, "") : new Verdict(Claim.LEFT_ALONE, why);
    }

    private @Nullable String whyLeftAlone(BranchXid xid) {
        if (xid.presumption() != BranchXid.PRESUMED_ABORT) {
            return "its presumption " + xid.presumption() + " is not known to this version";
        }
        String why = whyNotWhole(xid.owner());
        if (why != null) {
            return why + ", so it may have been decided";
        }
        if (notUnderstood.contains(xid.transaction())) {
            return "the log holds a record of its transaction that this version does not understand";
        }
        return null;
    }

    /** Why a decision of a life of a node of ours may be missing; null when it can't be. */
    private @Nullable String whyNotWhole(NodeEpoch life) {
        Lives whole = coordinator.lives(life.node());
        if (whole.contains(life)) {
            return null;
        }
        if (whole.isEmpty()) {
            boolean isOurs = life.node().equals(coordinator.life().node());
            return isOurs ? "the log is an old copy" : "its node " + life.node() + " was adopted without its whole log";
        }
        if (life.epoch() < whole.epochFirst()) {
            return "its epoch " + life.epoch() + " is too long ago: the log tells for sure of " + whole;
        }
        return life.epoch() > whole.epochLast()
                ? "its epoch " + life.epoch() + " is later than epoch " + whole.epochLast()
                        + ", the last that its node's log is known to be whole of; the log is an old copy"
                : "its epoch " + life.epoch() + " was lived twice, and the log has the other life; the log is an old"
                        + " copy";
    }

    /**
     * Whether a transaction of a node of ours is over. Without the whole log of its node that can't be known.
     */
    boolean isOver(TransactionId id) {
        return id instanceof LocalTransactionId local
                && coordinator.knowsAllOf(local.origin())
                && !coordinator.knows(id)
                && !notUnderstood.contains(id);
    }
}
