package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaBranch;
import dev.assent.spi.XaTraits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the branches that no transaction waits for: orphans, which are presumed aborted, and late branches of
 * transactions that were rolled back without them.
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to.
 */
final class Orphans {
    private final Coordinator coordinator;
    private final Claims claims;
    private final Incidents incidents;

    Orphans(Coordinator coordinator, Claims claims, Incidents incidents) {
        this.coordinator = coordinator;
        this.claims = claims;
        this.incidents = incidents;
    }

    /**
     * The transactions of such branches, which can go on now.
     *
     * @param waiting those that go on anyway
     * @param noted those that waited for recovery or an operator before the listing; the lists tell nothing about
     *     later ones
     */
    List<GlobalTransaction> find(
            List<GlobalTransaction> waiting, Set<GlobalTransaction> noted, InDoubtLists lists, Tally tally) {
        Map<TransactionId, List<XaBranch>> orphans = new LinkedHashMap<>();
        Set<GlobalTransaction> late = new LinkedHashSet<>();
        lists.all().keySet().forEach(name -> {
            claims.of(name, lists).forEach((xid, verdict) -> {
                switch (verdict.claim()) {
                    case STRANGE -> {}
                    case KNOWN -> {
                        tally.listed++;
                        GlobalTransaction known = coordinator.find(xid.transaction());
                        if (known != null
                                && noted.contains(known)
                                && isAlsoOf(known, xid)
                                && isLate(known, xid, name)
                                && known.forRecovery().readmit(branch(xid, name))) {
                            late.add(known);
                        }
                    }
                    case LEFT_ALONE -> {
                        tally.listed++;
                        tally.leftAlone++;
                        incidents.tellOnce(MESSAGES.branchLeftAlone(xid, name, verdict.why(), xid.transaction()));
                    }
                    case ORPHAN -> {
                        tally.listed++;
                        orphans.computeIfAbsent(xid.transaction(), id -> new ArrayList<>())
                                .add(branch(xid, name));
                    }
                }
            });
        });
        late.removeAll(waiting);
        List<GlobalTransaction> found = new ArrayList<>(late);
        orphans.forEach((id, branches) -> found.add(coordinator.presumeAborted(id, branches)));
        return found;
    }

    private static XaBranch branch(BranchXid xid, String resource) {
        return new XaBranch(xid, resource, XaTraits.STANDARD, null);
    }

    /**
     * Whether the outcome of a known transaction counts for a branch. It does not if the branch belongs to an adopted
     * node (law 2: each start is a new epoch) and an operator has decided in place of the superior: that decision is
     * about this node's own part only.
     */
    private static boolean isAlsoOf(GlobalTransaction known, BranchXid xid) {
        LocalTransactionId own = known.forDecision().askedId();
        boolean isOwn = own != null && own.origin().node().equals(xid.owner().node());
        Subordinate subordinate = known.subordinate();
        return isOwn || subordinate == null || !subordinate.isResolvedInPlace();
    }

    /**
     * Whether a listed branch of a known transaction is one that the transaction does not wait for: its resource was
     * not reached when the others were presumed aborted, or its prepare took effect after the coordinator had given it
     * up.
     */
    private static boolean isLate(GlobalTransaction known, BranchXid xid, String resource) {
        return (known.step().isParked() || known.step() == Step.HEURISTIC)
                && known.participants().unfinished().stream().noneMatch(each -> isBranch(each, xid, resource))
                && known.participants().heuristics().stream()
                        .noneMatch(each -> isBranch(each.participant(), xid, resource));
    }

    private static boolean isBranch(Participant participant, BranchXid xid, String resource) {
        return participant instanceof XaBranch branch
                && branch.xid().equals(xid)
                && branch.name().equals(resource);
    }
}
