package dev.assent.core.recovery;

import dev.assent.core.audit.Act;
import dev.assent.core.identity.NodeId;
import dev.assent.core.log.LogUnavailableException;
import dev.assent.core.log.RecordKind;
import dev.assent.core.message.Message;
import dev.assent.core.transaction.Adoption;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.xa.BranchXid;
import org.jspecify.annotations.Nullable;

/**
 * Finds out that the log is an old copy that was restored in its place, where nothing else tells (law 2): a
 * resource has a branch of this node of an epoch that is still to come. Decisions of the lost epochs may be
 * missing, and each start brings the node's epoch closer to theirs, so what was found is put on record, and
 * from then on the lack of a decision means nothing in any epoch: nobody can tell how many starts ago the copy
 * was restored, and so which epochs are those of the original.
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to.
 */
final class OldCopy {
    private final Coordinator coordinator;
    private final Incidents incidents;
    private @Nullable Adoption unrecorded;

    OldCopy(Coordinator coordinator, Incidents incidents) {
        this.coordinator = coordinator;
        this.incidents = incidents;
    }

    /** Looks at what resources list. What is found is obeyed at once, also when the log does not take it now. */
    void look(InDoubtLists lists) {
        if (coordinator.adoption(coordinator.life().node()) == null) {
            lists.all().forEach((name, listed) -> listed.branches().forEach(branch -> look(branch, name)));
        }
        record();
    }

    private void look(BranchXid branch, String resource) {
        NodeId node = coordinator.life().node();
        int epoch = coordinator.life().epoch();
        boolean isLater = branch.owner().node().equals(node) && branch.owner().epoch() > epoch;
        if (isLater && coordinator.adoption(node) == null) {
            String reason = "resource '" + resource + "' has a branch of epoch "
                    + branch.owner().epoch() + ", and the node is in epoch " + epoch;
            Act found = new Act("recovery", coordinator.clock().epochMillis(), reason);
            unrecorded = new Adoption(node, 0, found);
            coordinator.adopt(unrecorded);
            tell();
        }
    }

    private void record() {
        Adoption found = unrecorded;
        if (found == null) {
            return;
        }
        try {
            long position =
                    coordinator.log().append(RecordKind.ADOPTION, found.node().recordId(), found::write);
            unrecorded = null;
            coordinator.log().force(position, any -> {}); // whatever comes of it: a failed force stops the node
        } catch (LogUnavailableException full) {
            // the next look tries again
        }
    }

    /** Tells the operator, once in a life of the node. */
    void tell() {
        Adoption found = coordinator.adoption(coordinator.life().node());
        if (found != null) {
            incidents.tellOnce(Message.LOG_OLD_COPY.text(found.node(), "found " + found.act()));
        }
    }
}
