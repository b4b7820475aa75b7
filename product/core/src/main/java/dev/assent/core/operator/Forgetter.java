package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.log.RecordKind;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.ForgetOrder;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.HeuristicReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Forgets heuristic outcomes, and transactions that wait for resources that are lost for good, on an operator's order.
 *
 * <p>Thread safety: any thread may call all methods.
 */
final class Forgetter {
    private final Operator.Parts parts;
    private final Acts acts;
    private final Coordinator coordinator;

    Forgetter(Operator.Parts parts, Acts acts) {
        this.parts = parts;
        this.acts = acts;
        this.coordinator = parts.coordinator();
    }

    /** See {@link Operator#forget}. */
    void forget(TransactionId id, Set<String> lost, Act act, Consumer<ActResult> reply) {
        String what = "forget " + id + (lost.isEmpty() ? "" : ", lost for good: " + quoted(lost));
        acts.begin(
                what,
                act,
                reply,
                told -> acts.checked(() -> {
                    acts.checkOpened(id);
                    GlobalTransaction known = forgettable(id, lost);
                    List<HeuristicReport> seen = known.participants().heuristics();
                    boolean isGivenUp = known.step().isParked();
                    if (isGivenUp) {
                        parts.recovery().finish(known); // it is decided, so asking the others is always allowed
                        checkWaitsForNoOther(known, lost);
                        if (!known.participants().heuristics().equals(seen)) {
                            throw unforgettable(id, more(known));
                        }
                    }
                    if (known.forOperator().isToBeForgotten()
                            && known.forOperator().lost().containsAll(lost)) { // record it only once
                        return () -> told.accept(parts.recovery().exclusively(() -> forgotten(known, isGivenUp)));
                    }
                    ForgetOrder order = new ForgetOrder(act, lost);
                    long position = coordinator.log().append(RecordKind.FORGETTING, id, order);
                    return () -> acts.force(id, position, told, () -> {
                        if (!known.equals(coordinator.find(id))) {
                            return acts.overtaken(id);
                        }
                        if (!known.participants()
                                .heuristics()
                                .equals(seen)) { // the record of the new outcome follows this act's, and overrules it
                            return new ActResult(Kind.REFUSED, MESSAGES.forgetRefused(id, more(known)));
                        }
                        known.forOperator().askToForget(order);
                        return forgotten(known, isGivenUp);
                    });
                }));
    }

    /** What an order to forget would do; nothing is done. */
    String whatIf(TransactionId id, Set<String> lost) {
        GlobalTransaction known = forgettable(id, lost);
        if (known.step().isParked()) {
            return "finishes it on all resources except " + quoted(lost) + ", then forgets it; its decision is "
                    + Words.verb(known.forDecision().isCommit()) + ", and nobody knows whether those followed it";
        }
        String untold = lost.isEmpty() ? "" : " except " + quoted(lost);
        return "asks the resources" + untold + " to forget it, then the log; their data do not change";
    }

    private GlobalTransaction forgettable(TransactionId id, Set<String> lost) {
        GlobalTransaction known = coordinator.find(id);
        boolean isHeuristic = known != null && known.step() == Step.HEURISTIC;
        if (known == null || (!isHeuristic && (lost.isEmpty() || !known.step().isParked()))) {
            throw unforgettable(
                    id,
                    known == null ? "it is not known" : "it is " + known.step().words());
        }
        for (String name : lost) {
            if (parts.recovery().isRegistered(name)) {
                throw unforgettable(
                        id,
                        "resource '" + name + "' is registered; remove it from the node's resources"
                                + " first if it is lost for good");
            }
            if (known.participants().all().stream()
                    .noneMatch(each -> each.name().equals(name))) {
                throw unforgettable(
                        id,
                        "it has no branch on '" + name + "', but on "
                                + Words.resources(known.participants().all()));
            }
        }
        return known;
    }

    private static void checkWaitsForNoOther(GlobalTransaction known, Set<String> lost) {
        List<Participant> waiting = new ArrayList<>(known.participants().unfinished());
        waiting.removeIf(each -> lost.contains(each.name()));
        if (!waiting.isEmpty()) {
            throw unforgettable(
                    known.id(),
                    "it waits for " + Words.resources(waiting)
                            + " (what is lost for good needs a '--lost' of its own in the same command)");
        }
    }

    /** Why a heuristic outcome is not forgotten if the operator has not seen all of it. */
    private static String more(GlobalTransaction known) {
        return "more is known of it now: " + known.participants().heuristics();
    }

    private static IllegalArgumentException unforgettable(TransactionId id, String why) {
        return new IllegalArgumentException(MESSAGES.forgetRefused(id, why));
    }

    private ActResult forgotten(GlobalTransaction known, boolean isGivenUp) {
        try {
            parts.recovery().forget(known.id());
            String untold = known.forOperator().lost().isEmpty()
                    ? ""
                    : "; lost for good and not asked: "
                            + quoted(known.forOperator().lost());
            String unsure =
                    "; its decision was " + Words.verb(known.forDecision().isCommit()) + ", and nobody knows whether "
                            + Words.resources(known.participants().unfinished()) + " followed it";
            return new ActResult(Kind.DONE, "forgotten" + untold + (isGivenUp ? unsure : ""));
        } catch (IllegalArgumentException | IllegalStateException later) {
            return new ActResult(Kind.WAITING, "on record; recovery tries again: " + later.getMessage());
        }
    }

    private static String quoted(Set<String> names) {
        return Words.quoted(new TreeSet<>(names));
    }
}
