package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;
import static dev.assent.core.recovery.WaitingTransactions.openLast;

import dev.assent.core.commit.Step;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaResources;

/**
 * Finishes one waiting transaction with what a pass has learnt: its branches get the pass's connections, or the news
 * that a list lacks them (law 11: a lost answer is never guessed), a last resource gets its commit markers (law 13: the
 * last resource is announced), and then the transaction goes on. These are steps 5 to 7 of {@link Recovery}.
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to.
 */
final class Finisher {
    private final XaResources resources;
    private final WaitingTransactions transactions;
    private final Incidents incidents;

    Finisher(XaResources resources, WaitingTransactions transactions, Incidents incidents) {
        this.resources = resources;
        this.transactions = transactions;
        this.incidents = incidents;
    }

    /** Lets a transaction go on if the pass has learnt something for it, and takes the pass's connections back. */
    void goOn(GlobalTransaction transaction, InDoubtLists lists, CommitMarkers markers, Refusals refusals) {
        if (transaction.step() == Step.IN_DOUBT) {
            settleByMarker(transaction, markers); // 5
        }
        boolean isLearnt = canBeFinished(transaction) && prepareRetry(transaction, lists, refusals); // 6
        if (isLearnt || transaction.forRecovery().isToRecordWord()) {
            retry(transaction); // 7
            transaction.participants().unfinished().forEach(refusals::look);
            for (Participant participant : transaction.participants().all()) {
                if (participant instanceof XaBranch branch) {
                    branch.unbind();
                }
            }
        }
    }

    /** Whether a pass may end its branches: it waits to carry out its own decision, or its superior's. */
    static boolean canBeFinished(GlobalTransaction transaction) {
        return transaction.step().isParked() || transaction.forDecision().isTold();
    }

    private void settleByMarker(GlobalTransaction transaction, CommitMarkers markers) {
        LocalParticipant last = openLast(transaction);
        if (last == null) {
            retry(transaction);
        } else if (canTell(transaction, last, markers)) {
            retry(transaction);
            last.unbind();
        }
    }

    /** Whether the markers can tell now what the last resource did. */
    private boolean canTell(GlobalTransaction transaction, LocalParticipant last, CommitMarkers markers) {
        if (!transaction.forRecovery().isPossible()) {
            incidents.tellOnce(MESSAGES.lastResourceInDoubt(transaction.id(), last.name()));
            return false;
        }
        if (transactions.areMarkersOff(transaction)) {
            incidents.tellOnce(MESSAGES.lastResourceMarkersOff(transaction.id(), last.name()));
            return false;
        }
        return markers.bind(last, resources.findLocal(last.name()));
    }

    /** Whether the pass learnt anything for some branch of the transaction. */
    private boolean prepareRetry(GlobalTransaction transaction, InDoubtLists lists, Refusals refusals) {
        boolean learnt = false;
        for (Participant participant : transaction.participants().unfinished()) {
            learnt |= participant.isRetryDue();
            if (participant instanceof XaBranch branch) {
                InDoubtLists.Listed listed = lists.of(branch.name());
                if (listed == null) {
                    continue;
                }
                boolean isAsked = refusals.isAsked(branch.name());
                if (!listed.branches().contains(branch.xid())) {
                    branch.confirmAbsent();
                    learnt = true;
                } else if (isAsked) {
                    branch.bind(listed.resource());
                    learnt = true;
                }
            }
        }
        return learnt;
    }

    /**
     * Lets a transaction go on by the code of the first try, and reports a heuristic outcome.
     *
     * @return the step it has reached
     */
    Step retry(GlobalTransaction transaction) {
        Outcome outcome = transaction.forRecovery().retry(late -> tellIfHeuristic(transaction, late));
        if (transaction.step() == Step.IN_DOUBT && openLast(transaction) == null) {
            incidents.logIsFull();
        }
        tellIfHeuristic(transaction, outcome);
        return transaction.step();
    }

    private void tellIfHeuristic(GlobalTransaction transaction, Outcome outcome) {
        if (outcome.isHeuristic() && transaction.step() == Step.HEURISTIC) {
            incidents.tellOnce(MESSAGES.recoveryHeuristic(
                    transaction.id(), outcome, transaction.participants().heuristics()));
        }
    }
}
