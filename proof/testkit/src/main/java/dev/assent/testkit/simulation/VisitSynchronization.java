package dev.assent.testkit.simulation;

import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.List;

/**
 * A synchronization that a node registers for a call that reaches it.
 *
 * <p>By law 19 it runs once, before anybody is asked to prepare, or before its own node is where no wire asks for it. By
 * Jakarta Transactions it hears once that all is over, and no status that the work of its node contradicts. Not
 * thread-safe.
 */
final class VisitSynchronization implements Synchronization {
    private final NodeLife life;
    private final Ledger ledger;
    private final TransactionTruth truth;

    /** Whether a superior asks for it; unknown of a foreign one. */
    private final boolean hasRound;

    /** Branches that were over before: an earlier part of this node may have rolled back by itself. */
    private List<BranchTruth> overBefore = List.of();

    private boolean hasRun;
    private boolean hasEnded;

    VisitSynchronization(NodeLife life, TransactionTruth truth) {
        this.life = life;
        this.ledger = life.world().ledger();
        this.truth = truth;
        this.hasRound =
                !truth.isForeign() && life.world().profile().network().wire().contains(Feature.SYNCHRONIZATIONS);
    }

    /** The transaction has accepted it. */
    void taken() {
        truth.synchronizations.add(this);
        overBefore =
                truth.branches.stream().filter(each -> each.state == State.GONE).toList();
    }

    /** Whether its work before the end is still to come. */
    boolean isToRun() {
        return !hasRun;
    }

    @Override
    public void beforeCompletion() {
        ledger.saw(Sight.SYNCHRONIZED);
        boolean isLate = truth.branches.stream().anyMatch(each -> each.isAskedToPrepare);
        boolean isAsked = truth.branches.stream().anyMatch(each -> each.isAskedToPrepare && each.isOf(life));
        if (isAsked || hasRun || hasEnded || (isLate && hasRound)) {
            ledger.broken("law 19", "a synchronization runs late, or again: " + truth);
        } else if (isLate) {
            ledger.saw(Sight.SYNCHRONIZED_LATE);
        }
        hasRun = true;
    }

    @Override
    public void afterCompletion(int status) {
        if (hasEnded) {
            ledger.broken("JTA", "a subordinate's afterCompletion is called again: " + truth);
        }
        hasEnded = true;
        Effect against = status == Status.STATUS_COMMITTED
                ? Effect.ROLLED_BACK
                : status == Status.STATUS_ROLLEDBACK ? Effect.COMMITTED : null;
        truth.branches.stream()
                .filter(each -> each.isOfThis(life) && !each.isResources() && each.effect == against)
                .filter(each -> !overBefore.contains(each))
                .forEach(each -> ledger.broken(
                        "JTA",
                        "a subordinate's afterCompletion hears status " + status + " against " + each + ": " + truth));
    }

    /** At rest: it was told if its life lives on. */
    void check() {
        if (!hasEnded && !life.isDead() && !life.isClosing()) {
            ledger.broken("JTA", "a subordinate's afterCompletion was never called in " + life + ": " + truth);
        }
    }
}
