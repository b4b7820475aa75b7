package dev.assent.core.operator;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.Adoption;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The transactions in doubt at a node, according to its log and its resources. Immutable.
 *
 * @param life the node and its epoch; its last epoch if it does not run
 * @param state whether it runs
 * @param aside the nodes whose logs are kept aside in its folder
 * @param adoptions the nodes whose branches are its own
 * @param resources what each resource with XA says
 * @param lastResources what each resource without XA says
 * @param transactions all known ones, including those under way
 */
record InDoubtReport(
        NodeEpoch life,
        NodeState state,
        List<NodeId> aside,
        Collection<Adoption> adoptions,
        List<SeenResource> resources,
        List<SeenLastResource> lastResources,
        List<TransactionReport> transactions) {
    /** The transactions in doubt. */
    public List<TransactionReport> inDoubt() {
        return transactions.stream().filter(each -> each.standing().isInDoubt()).toList();
    }

    /** Whether nothing is in doubt, and all resources were asked. */
    public boolean isClear() {
        return inDoubt().isEmpty() && notAsked().isEmpty();
    }

    /** Why there may be more than the report has, for people; empty if every resource has answered. */
    String notAsked() {
        if (state.isOpening()) {
            return "the node's resources are still being opened";
        }
        if (resources.isEmpty() && lastResources.isEmpty() && !state.hasAllResources()) {
            return "no resource was asked";
        }
        boolean isReached = resources.stream().allMatch(SeenResource::isReached)
                && lastResources.stream().allMatch(SeenLastResource::isReached);
        return isReached ? "" : "not every resource was reached";
    }

    /** Every node that is named somewhere. */
    Set<NodeId> nodes() {
        Set<NodeId> nodes = new LinkedHashSet<>(aside);
        nodes.add(life.node());
        adoptions.forEach(each -> nodes.add(each.node()));
        for (SeenResource resource : resources) {
            resource.branches().forEach(each -> nodes.add(each.xid().owner().node()));
        }
        for (TransactionReport each : transactions) { // the short name of each begins with the node that began it
            if (each.id() instanceof LocalTransactionId local) {
                nodes.add(local.origin().node());
            }
            for (SubordinateReport subordinate : each.subordinates()) {
                String node = subordinate.node();
                if (node != null) {
                    NodeId.parse(node).ifPresent(nodes::add);
                }
            }
        }
        return nodes;
    }
}
