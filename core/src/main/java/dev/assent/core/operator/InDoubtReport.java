package dev.assent.core.operator;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.Adoption;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is in doubt at a node, as its log and its resources tell. Immutable.
 *
 * @param life the node and its epoch; the last one when it does not run
 * @param state whether it runs
 * @param aside whose logs are kept aside in its folder
 * @param adoptions the nodes whose branches are its own
 * @param resources what each resource with XA says
 * @param lastResources what each resource without XA says
 * @param transactions all that are known, also those under way
 */
public record InDoubtReport(
        NodeEpoch life,
        NodeState state,
        List<NodeId> aside,
        Collection<Adoption> adoptions,
        List<SeenResource> resources,
        List<SeenLastResource> lastResources,
        List<TransactionReport> transactions) {
    /** Those in doubt. */
    public List<TransactionReport> inDoubt() {
        return transactions.stream().filter(each -> each.standing().isInDoubt()).toList();
    }

    /** Whether nothing is in doubt, and the resources were asked, all of them. */
    public boolean isClear() {
        return inDoubt().isEmpty() && notAsked().isEmpty();
    }

    /** Why there may be more than is told, for people; empty when every resource has answered. */
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
        for (TransactionReport each : transactions) { // whose name begins with that of the node that began it
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
