package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.transaction.xa.XAException;

/** The conditions that must hold when a world has come to rest. Not thread-safe. */
final class FinalCheck {
    private final World world;
    private final Ledger ledger;

    FinalCheck(World world) {
        this.world = world;
        this.ledger = world.ledger();
    }

    /** If the node lived on, each caller that asked for an end got an outcome. */
    void everybodyWasTold() {
        for (TransactionTruth truth : ledger.transactions()) {
            if (truth.isToBeTold() && truth.wish != Wish.NONE && truth.told == null) {
                ledger.broken("once", "its client never heard an outcome: " + truth);
            }
        }
    }

    /** All transactions have ended, everywhere with the outcome that their clients got. */
    void everythingEnded() {
        for (TransactionTruth truth : ledger.transactions()) {
            if (!truth.votes().isEmpty()) { // if an operator has decided about all branches, no client may have looked
                ledger.isDecidedAnywhere(truth);
            }
            hasOneOutcome(truth);
            isOver(truth);
            isKept(truth);
            isDoneInPlace(truth);
            truth.synchronizations.forEach(VisitSynchronization::check);
            truth.votes().stream().filter(Vote::isInPlace).forEach(each -> isReported(truth, each));
        }
        for (SimulatedNode node : world.nodes()) {
            NodeLife life = node.life();
            if (life != null) {
                nodeIsIdle(life);
            }
        }
        world.strangers().check();
    }

    private void hasOneOutcome(TransactionTruth truth) {
        boolean isCommitted = truth.hasAny(Effect.COMMITTED);
        boolean isRolledBack = truth.hasAny(Effect.ROLLED_BACK);
        if (isCommitted && isRolledBack) {
            ledger.broken("atomicity", "committed in part: " + truth);
        }
        if (isRolledBack && truth.told == Outcome.COMMITTED) {
            ledger.broken("atomicity", "COMMITTED was reported: " + truth);
        }
        if (isCommitted && truth.told == Outcome.ROLLED_BACK) {
            ledger.broken("atomicity", "ROLLED_BACK was reported: " + truth);
        }
        if (isCommitted && truth.wish != Wish.COMMIT) {
            ledger.broken("atomicity", "committed against the wish: " + truth);
        }
        if (isCommitted && (truth.isExpired || truth.isTimedOut())) {
            ledger.broken("law 20", "committed after its timeout: " + truth);
        }
    }

    private void isOver(TransactionTruth truth) {
        for (BranchTruth branch : truth.branches) {
            boolean isLeftAsHazard = branch.isLied && isKeptAnywhere(truth);
            if (branch.state == State.PREPARED && !isLeftAsHazard) {
                ledger.broken("law 9", "left in doubt: " + truth);
            }
            if (branch.isUnprepared()) {
                ledger.broken("no law", "left at work: " + truth);
            }
        }
    }

    /** Law 12: what resources did against the decision is kept, and nothing else. */
    private void isKept(TransactionTruth truth) {
        boolean isCommitted = truth.wasDecided || truth.hasAny(Effect.COMMITTED);
        boolean isKept = isKeptAnywhere(truth);
        boolean hasContradiction =
                truth.votes().stream().anyMatch(each -> truth.isAgainstSuperior(each) || each.mayBeFalseAlarm())
                        || world.lost().isPast(truth);
        for (BranchTruth branch : truth.branches) {
            Vote inPlace = truth.inPlace(branch);
            // a branch that had ended by then ended as its coordinator asked
            boolean isToCommit = inPlace == null || !inPlace.isLeftTo(branch) ? isCommitted : inPlace.isCommit();
            boolean isAgainst = branch.isOwn && branch.effect != (isToCommit ? Effect.COMMITTED : Effect.ROLLED_BACK);
            hasContradiction |= isAgainst || branch.heuristicCode == XAException.XA_HEURHAZ;
            boolean isKnown = !world.putBack().isDone()
                    && !world.lost().knewAlone(branch)
                    && (!branch.isLost || isReportKept(branch));
            boolean isOrphan = branch.isLied && branch.effect == Effect.ROLLED_BACK; // its list lied that it had ended
            if (isAgainst && isKnown && !isOrphan && !isKept && !truth.isOnePhase()) {
                ledger.broken("law 12", "no record keeps that " + branch + " went its own way: " + truth);
            }
            hasContradiction |= branch.isLost || branch.state == State.HEURISTIC;
        }
        boolean isRecordLost = truth.life != null
                && (world.lost().isForgotten(truth.life.node())
                        || world.putBack().isDone());
        if (truth.told != null && truth.told.isHeuristic() && !isKept && !truth.wasInDoubt && !isRecordLost) {
            ledger.broken("law 12", "a heuristic outcome was reported and is not kept: " + truth);
        }
        boolean isTold = truth.told != null && truth.told.isHeuristic();
        if (isKept && !truth.isForgotten && !hasContradiction && !truth.hasCause && !isTold) {
            ledger.broken("law 12", "kept as heuristic, though every branch did as decided: " + truth);
        }
    }

    /** Whether the life that has heard what became of a branch lives, or the record of that is on a disk that is there. */
    private boolean isReportKept(BranchTruth branch) {
        NodeLife life = branch.reportedTo;
        return life != null
                && (!life.isDead() || (branch.isReportDurable && !world.lost().isForgotten(life.node())));
    }

    /** Law 12: the branches follow an operator's decision in place of a superior. */
    private void isDoneInPlace(TransactionTruth truth) {
        for (BranchTruth branch : truth.branches) {
            Vote inPlace = truth.inPlace(branch);
            if (inPlace == null || branch.effect == inPlace.effect()) {
                continue;
            }
            boolean isLeft = inPlace.isLeftTo(branch) && !world.lost().isForgotten(inPlace.node());
            boolean mayDiffer = inPlace.mayHaveLeft(branch) || truth.isPassedOn(branch, !inPlace.isCommit());
            if (isLeft && !branch.isResources() && !mayDiffer) {
                ledger.broken("law 12", branch + " is not as an operator has decided, in " + inPlace + ": " + truth);
            }
        }
    }

    private boolean isKeptAnywhere(TransactionTruth truth) {
        return truth.isForgotten || world.nodes().stream().anyMatch(node -> isKept(truth, node));
    }

    /**
     * Laws 12 and 18: if an operator decided in place of a superior, and the superior decided otherwise, the
     * subordinate keeps that. If the superior decided commit, it keeps that too, since it heard that its commit was not
     * done. It need not hear that its rollback was not done.
     */
    private void isReported(TransactionTruth truth, Vote vote) {
        if (!truth.isAgainstSuperior(vote)) {
            ledger.saw(Sight.CONFIRMED);
            return;
        }
        if (!truth.isFollowed(vote) || truth.isForgotten || world.lost().isForgotten(vote.node())) {
            return;
        }
        ledger.saw(Sight.CONTRADICTED);
        if (!isKept(truth, vote.node())) {
            ledger.broken("law 12", vote + " went against its superior, and it does not keep that: " + truth);
        }
        boolean isAnswered =
                !truth.adopters.contains(vote.node()) || world.lost().isAnsweredFor();
        boolean isTold = !vote.isCommit()
                && isAnswered
                && world.profile().network().wire().contains(Feature.HEURISTICS);
        LocalTransactionId superior = vote.superior();
        if (isTold && superior != null) {
            world.nodes().stream()
                    .filter(each -> superior.origin().node().equals(each.identity()))
                    .filter(each -> !isKept(truth, each))
                    .forEach(each -> ledger.broken(
                            "law 12",
                            vote + " went against its superior, and " + each.name() + " does not keep that: " + truth));
        }
    }

    private boolean isKept(TransactionTruth truth, SimulatedNode node) {
        NodeLife life = node.life();
        List<TransactionId> names = new ArrayList<>(truth.incarnations); // an orphan has only those
        names.add(truth.id);
        return life != null
                && names.stream()
                        .map(life.coordinator()::find)
                        .anyMatch(found -> found != null && found.step() == Step.HEURISTIC);
    }

    private void nodeIsIdle(NodeLife life) {
        life.node().promises().check(life.durable());
        if (!life.coordinator().active().isEmpty()) {
            ledger.broken(
                    "no law",
                    "still in the table: " + life.coordinator().active().get(0).id());
        }
        for (GlobalTransaction each : life.coordinator().parked()) {
            if (each.step() != Step.HEURISTIC) {
                ledger.broken("recovery", "still parked in step " + each.step() + ": " + truthOf(each));
            }
        }
    }

    private Object truthOf(GlobalTransaction transaction) {
        TransactionTruth truth = ledger.find(ByteBuffer.wrap(transaction.id().global()));
        return truth == null ? transaction.id() : truth;
    }

    /** The operator has forgotten all heuristic outcomes. */
    void nothingIsKept() {
        for (SimulatedNode node : world.nodes()) {
            NodeLife life = node.life();
            Collection<GlobalTransaction> parked =
                    life == null ? List.of() : life.coordinator().parked();
            if (!parked.isEmpty()) {
                ledger.broken(
                        "law 12",
                        "kept after it was forgotten: "
                                + truthOf(parked.iterator().next()));
            }
        }
        for (SimulatedResource resource : world.resources()) {
            for (BranchTruth branch : resource.branches()) {
                if (branch.transaction != null && branch.isInDoubt() && !branch.isLied) {
                    ledger.broken("law 12", "the resource got no forget: " + branch);
                }
            }
        }
    }

    /** The logs hold nothing but records of others. */
    void logsAreEmpty() {
        if (ledger.isBroken()) {
            return;
        }
        for (SimulatedNode node : world.nodes()) {
            int left = node.durable().size();
            int strangers = world.isMain(node) ? world.strangers().records() : 0;
            if (left != strangers) {
                ledger.broken("law 5", left + " transactions are left in the log, and " + strangers + " of others");
            }
        }
    }
}
