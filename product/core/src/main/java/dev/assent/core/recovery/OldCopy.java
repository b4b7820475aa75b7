package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.audit.Act;
import dev.assent.core.log.Lives;
import dev.assent.core.log.RecordKind;
import dev.assent.core.transaction.Adoption;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.xa.BranchXid;
import org.jspecify.annotations.Nullable;

/**
 * Detects that the log is an old copy that somebody restored in its place, if the fingerprint does not show it (law 2:
 * each start is a new epoch). The sign is a branch, listed by a resource, of a life of this node that the log does not
 * know: its epoch is still to come, or was begun a second time, with another mark. Decisions of the lost lives may be
 * missing. So the finding is recorded, and from then on a missing decision means nothing in any epoch: nobody can tell
 * how many starts ago the copy was made, and so which lives belong to the original.
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

    /** Looks at the resources' lists. A finding counts at once, even if the log does not take its record now. */
    void look(InDoubtLists lists) {
        if (coordinator.adoption(coordinator.life().node()) == null) {
            lists.all().forEach((name, listed) -> listed.branches().forEach(branch -> look(branch, name)));
        }
        record();
    }

    private void look(BranchXid branch, String resource) {
        NodeId node = coordinator.life().node();
        NodeEpoch owner = branch.owner();
        Lives known = coordinator.log().lives();
        boolean isLost = owner.node().equals(node) && owner.epoch() >= known.epochFirst() && !known.contains(owner);
        if (isLost && coordinator.adoption(node) == null) {
            int epoch = coordinator.life().epoch();
            String reason = "resource '" + resource + "' has a branch of epoch " + owner.epoch()
                    + (owner.epoch() > epoch ? "" : " of another life than the one in the log")
                    + ", and the node is in epoch " + epoch;
            Act found = new Act("recovery", coordinator.clock().epochMillis(), reason);
            unrecorded = new Adoption(node, Lives.NONE, found);
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
            coordinator.log().force(position, any -> {}); // whatever the answer is: a failed force stops the node
        } catch (LogUnavailableException full) {
            // the next look tries again
        }
    }

    /** Reports it to operators, once in a life of the node. */
    void tell() {
        Adoption found = coordinator.adoption(coordinator.life().node());
        if (found != null) {
            incidents.tellOnce(MESSAGES.logOldCopy(found.node(), "found " + found.act()));
        }
    }
}
