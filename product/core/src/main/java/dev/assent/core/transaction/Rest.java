package dev.assent.core.transaction;

import dev.assent.core.commit.Step;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Participant;
import java.util.List;

/**
 * How a transaction comes to rest, for now or for good: a prepared one waits for its superior, an ended one leaves the
 * table, and a parked one goes to recovery or to an operator. Only the owner of its step calls this.
 */
final class Rest {
    private Rest() {}

    /** Takes the transaction where the step says, tells its owner or its superior, and returns its outcome. */
    static Outcome reach(Step entered, GlobalTransaction transaction) {
        count(entered, transaction);
        Outcome outcome = leave(entered, transaction);
        tell(entered, transaction, outcome);
        if (entered == Step.COMMITTED || entered == Step.ROLLED_BACK) {
            transaction.coordinator().forgetSubordinate(transaction);
        }
        return outcome;
    }

    private static Outcome leave(Step entered, GlobalTransaction transaction) {
        Coordinator coordinator = transaction.coordinator();
        Progress progress = transaction.progress();
        switch (entered) {
            case PREPARED -> {
                coordinator.park(transaction);
                progress.told = false;
                transaction.move(Gate.DECIDED, Gate.WAITING); // the first to bring the decision owns it now
                return Outcome.PREPARED;
            }
            case COMMITTED, ROLLED_BACK -> {
                if (progress.logged) {
                    progress.trace(FaultPoint.BEFORE_END, -1);
                    coordinator.log().release(transaction.id());
                    progress.trace(FaultPoint.AFTER_END, -1);
                }
                Outcome outcome = entered == Step.COMMITTED ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
                coordinator.ended(transaction);
                return outcome;
            }
            case UNKNOWN -> {
                coordinator.undecided(transaction);
                return Outcome.UNKNOWN;
            }
            case IN_DOUBT -> {
                transaction.participants().unfinished().forEach(Participant::park);
                coordinator.park(transaction);
                return Outcome.HEURISTIC_HAZARD;
            }
            default -> {
                Outcome outcome = progress.outcome();
                progress.since();
                coordinator.park(transaction);
                return outcome;
            }
        }
    }

    private static void count(Step end, GlobalTransaction transaction) {
        Coordinator coordinator = transaction.coordinator();
        switch (end) {
            case COMMITTED -> coordinator.count(Metrics.Count.COMMITTED);
            case ROLLED_BACK -> {
                coordinator.count(Metrics.Count.ROLLED_BACK);
                if (transaction.hasRunOutOfTime()) {
                    coordinator.count(Metrics.Count.TIMED_OUT);
                }
            }
            case HEURISTIC -> coordinator.count(Metrics.Count.HEURISTIC);
            case UNKNOWN -> coordinator.count(Metrics.Count.UNKNOWN);
            default -> {}
        }
    }

    /** Shows the step, too: from then on this thread does not own a parked transaction any more. */
    private static void tell(Step entered, GlobalTransaction transaction, Outcome outcome) {
        List<Onlooker> looking = outcome == Outcome.PREPARED
                ? List.of()
                : transaction.participants().takeOnlookers();
        Subordinate subordinate = transaction.subordinate();
        if (subordinate != null) {
            subordinate.settled(entered, outcome);
        } else {
            transaction.progress().show(entered);
        }
        if (!looking.isEmpty()) {
            transaction.runAll(looking.stream()
                    .<Runnable>map(each -> () -> each.afterCompletion(outcome))
                    .toList());
        }
    }
}
