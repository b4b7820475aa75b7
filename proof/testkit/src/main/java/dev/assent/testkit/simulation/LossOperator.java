package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.superior.RemoteParticipant;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The operators' acts for the transactions of a node that is lost for good. Each operator finds the decision at other
 * nodes and in resources, and enters it at the operator's own node, in the order of the guide. Not thread-safe.
 */
final class LossOperator {
    private final World world;
    private final LostNode lost;

    LossOperator(World world) {
        this.world = world;
        this.lost = world.lost();
    }

    /** Whether anything is left to operators anywhere. */
    boolean isAnythingLeft() {
        return world.nodes().stream().map(SimulatedNode::life).anyMatch(life -> life != null && isAnythingLeft(life))
                || world.foreigners().stream().anyMatch(this::isAnythingLeft);
    }

    /** Whether there is something that the operator of this node can end. */
    boolean isAnythingLeft(NodeLife life) {
        return next(life) != null;
    }

    /** Ends one transaction at this node. */
    void act(NodeLife life) {
        Runnable next = next(life);
        if (next != null) {
            next.run();
        }
    }

    private @Nullable Runnable next(NodeLife life) {
        if (!lost.isAdopted()) { // until then its log may tell more
            return null;
        }
        for (GlobalTransaction each : life.coordinator().parked()) {
            TransactionTruth truth =
                    world.ledger().find(ByteBuffer.wrap(each.id().global()));
            Runnable act = truth == null ? null : next(life, each, truth);
            if (act != null) {
                return act;
            }
        }
        boolean isUnknown = lost.isAdopter(life.node()) && !lost.isAdoptedWhole();
        return isUnknown ? nextOfNobody(life) : null;
    }

    private @Nullable Runnable next(NodeLife life, GlobalTransaction waiting, TransactionTruth truth) {
        boolean isLeft = lost.isLeft(waiting);
        if (isLeft && waiting.step() == Step.PREPARED) {
            return isFinal(truth) ? () -> resolve(life, waiting.id(), isToCommit(truth, waiting.incarnation())) : null;
        }
        if (!world.isQuiet()) {
            return null;
        }
        if (waiting.step() == Step.HEURISTIC) {
            boolean isInTheWay = isLeft
                    || (lost.isBelow(waiting) && lost.isAwaited(waiting.id()))
                    || truth.branches.stream().anyMatch(this::isLeft);
            return isInTheWay
                    ? () -> world.operator()
                            .forget(life, waiting, world.operator().lostParts(waiting))
                    : null;
        }
        return isLeft ? nextOfParts(life, waiting, truth) : null;
    }

    /** Gives up the part of the lost node, when its branches are seen to, as far as that can be done before. */
    private @Nullable Runnable nextOfParts(NodeLife life, GlobalTransaction waiting, TransactionTruth truth) {
        Set<String> parts = waiting.participants().unfinished().stream()
                .filter(each -> each instanceof RemoteParticipant part && lost.isPart(part))
                .map(Participant::name)
                .collect(Collectors.toSet());
        boolean isSeenTo =
                lost.isAdopter(life.node()) || truth.branches.stream().noneMatch(this::isLeft) || !isAlone(truth);
        return parts.isEmpty() || !isSeenTo ? null : () -> giveUp(life, waiting, parts);
    }

    /** Whether a branch of the lost node is in doubt, and its outcome is not kept by the adopter. */
    private boolean isLeft(BranchTruth branch) {
        return branch.isInDoubt() && lost.isOf(branch) && !lost.isKept(id(branch), branch);
    }

    private static TransactionId id(BranchTruth branch) {
        return TransactionId.of(branch.xid.format(), branch.xid.global().array());
    }

    private void giveUp(NodeLife life, GlobalTransaction waiting, Set<String> parts) {
        world.ledger().saw(Sight.PART_GIVEN_UP);
        world.operator().forget(life, waiting, parts);
    }

    /** Resolves the next transaction that the adopter finds in resources, and in no log. */
    private @Nullable Runnable nextOfNobody(NodeLife life) {
        for (TransactionTruth truth : world.ledger().transactions()) {
            BranchTruth left =
                    truth.branches.stream().filter(this::isLeft).findFirst().orElse(null);
            if (left != null && isAlone(truth) && isFinal(truth)) {
                TransactionId id = id(left);
                if (!life.coordinator().knows(id)) {
                    return () -> resolve(life, id, isToCommit(truth, left.part));
                }
            }
        }
        return null;
    }

    /** Whether no other node has branches left, without which the adopter's operator is refused. */
    private boolean isAlone(TransactionTruth truth) {
        return truth.branches.stream().allMatch(each -> !each.isInDoubt() || each.xid.format() == 0 || isLeft(each));
    }

    /** Whether its decision is final. */
    private boolean isFinal(TransactionTruth truth) {
        boolean isTold = truth.told != null && !truth.told.isHeuristic();
        boolean isLosts = truth.life != null && lost.is(truth.life.node()) && truth.local() == null;
        return world.isQuiet() || isLosts || isTold || world.ledger().isDecidedAnywhere(truth);
    }

    private boolean isToCommit(TransactionTruth truth, @Nullable LocalTransactionId part) {
        return world.ledger().isToCommit(truth, part);
    }

    private void resolve(NodeLife life, TransactionId id, boolean isCommit) {
        world.operator().resolve(life, id, isCommit, told -> {
            if (told.kind() == Kind.DONE) {
                world.ledger().saw(Sight.RESOLVED_FOR_LOST);
            }
        });
    }

    // ---- at foreign transaction managers

    private boolean isAnythingLeft(Foreigner foreigner) {
        return lost.isAdopted() && foreigner.prepared().values().stream().anyMatch(this::isLeft);
    }

    private boolean isLeft(ForeignPart part) {
        return part.isPrepared() && part.superior().origin().node().equals(lost.identity()) && !lost.isAnsweredFor();
    }

    /** Ends the parts for which a foreign transaction manager has voted. */
    void act(Foreigner foreigner) {
        foreigner.prepared().values().stream()
                .filter(this::isLeft)
                .forEach(each -> each.answer(
                        isToCommit(each.truth(), each.superior()) ? RemoteVerb.COMMIT : RemoteVerb.ROLLBACK));
    }
}
