package dev.assent.core.recovery;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
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
 * Finds the owner of a branch that a resource lists in doubt: a transaction that this node knows; nobody, for an orphan
 * and for a branch that this node must leave alone; or another node (laws 2, 9 and 10).
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to, except for {@link #notUnderstood()}.
 */
final class Claims {
    private final Coordinator coordinator;
    private final Set<TransactionId> notUnderstood = ConcurrentHashMap.newKeySet();

    Claims(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * The owner of a branch.
     *
     * @param claim the kind of owner
     * @param why the reason why this node must not decide the branch; empty if it may
     */
    record Verdict(Claim claim, String why) {
        private boolean isNobodys() {
            return claim == Claim.ORPHAN || claim == Claim.LEFT_ALONE;
        }
    }

    /** The log has a record of this transaction that this version does not understand. */
    void notUnderstood(TransactionId id) {
        notUnderstood.add(id);
    }

    /** An operator has resolved the transaction: its records no longer matter, and its end releases them. */
    void resolved(TransactionId id) {
        notUnderstood.remove(id);
    }

    /** The transactions with records in the log that this version does not understand. */
    Set<TransactionId> notUnderstood() {
        return Set.copyOf(notUnderstood);
    }

    /**
     * The owner of each branch that a resource lists. Call this after the listing (law 9: recovery rolls back only its
     * own).
     *
     * <p>A transaction may end between the listing and now, so that a branch is still on the list and nobody knows its
     * transaction any more. So the resource is asked again for the branches that no transaction waits for. A branch
     * that it does not list any more is left out.
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
            return "this version does not know its presumption " + xid.presumption();
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

    /** Why the log may lack a decision of a life of one of our nodes; null if it can't. */
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
            return "its epoch " + life.epoch() + " is too old: the log is complete only for " + whole;
        }
        return life.epoch() > whole.epochLast()
                ? "its epoch " + life.epoch() + " is later than epoch " + whole.epochLast()
                        + ", the last for which its node's log is complete; the log is an old copy"
                : "its node had epoch " + life.epoch() + " twice, and the log has the other life; the log is an old"
                        + " copy";
    }

    /** Whether a transaction of one of our nodes is over. Without the whole log of its node, nobody can know that. */
    boolean isOver(TransactionId id) {
        return id instanceof LocalTransactionId local
                && coordinator.knowsAllOf(local.origin())
                && !coordinator.knows(id)
                && !notUnderstood.contains(id);
    }
}
