package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.HeuristicReport;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaResources;
import dev.assent.spi.RecoverableResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Forgets heuristic outcomes: first at the resources, then in the log (law 12: heuristic outcomes are forced first).
 * Skips a resource that an operator has declared lost. A transaction that waits only for such resources is forgotten as
 * well.
 *
 * <p>Not thread-safe: guarded by the recovery it belongs to.
 */
final class Forgetting {
    private final Coordinator coordinator;
    private final XaResources resources;
    private final Incidents incidents;
    private final Questions questions;

    /** The transactions to forget that a pass has looked at since the order. */
    private final Set<TransactionId> tried = ConcurrentHashMap.newKeySet();

    /** The subordinates that have confirmed that they forgot a transaction. */
    private final Map<TransactionId, Set<Participant>> confirmed = new ConcurrentHashMap<>();

    Forgetting(Coordinator coordinator, XaResources resources, Incidents incidents, Questions questions) {
        this.coordinator = coordinator;
        this.resources = resources;
        this.incidents = incidents;
        this.questions = questions;
    }

    /** Forgets one transaction now; see {@link Recovery#forget}. */
    void forget(TransactionId id) {
        GlobalTransaction transaction = coordinator.find(id);
        if (transaction == null || !isOver(transaction)) {
            String why = transaction == null
                    ? "it is not known"
                    : "it is " + transaction.step().words();
            throw new IllegalArgumentException(MESSAGES.forgetRefused(id, why));
        }
        String unforgotten = unforgotten(transaction, this::unforgottenNow);
        if (unforgotten != null) {
            throw new IllegalStateException(MESSAGES.forgetRefused(id, unforgotten));
        }
    }

    /**
     * Carries out the orders to forget, over the connections of a pass. If the pass can't reach a resource, the order
     * waits for another pass.
     */
    void forgetAsAsked(InDoubtLists lists) {
        Collection<GlobalTransaction> parked = coordinator.parked();
        tried.retainAll(parked.stream().map(GlobalTransaction::id).toList());
        for (GlobalTransaction each : parked) {
            if (!isToBeForgotten(each)) {
                continue;
            }
            tried.add(each.id());
            if (areReached(branches(each), lists)) {
                unforgotten(each, branch -> {
                    InDoubtLists.Listed reached = Objects.requireNonNull(lists.of(branch.name()));
                    return unforgotten(branch, reached.resource());
                });
            }
        }
    }

    /**
     * Whether no pass has yet looked at an order to forget, or a subordinate is due for another request to forget, or
     * the last one has confirmed since the last pass.
     */
    boolean isDue() {
        return isUntried() || isUntold();
    }

    private boolean isUntried() {
        return coordinator.parked().stream().anyMatch(each -> isToBeForgotten(each) && !tried.contains(each.id()));
    }

    private boolean isUntold() {
        return coordinator.parked().stream().filter(this::isToBeForgotten).anyMatch(each -> {
            Set<Participant> told = confirmed.getOrDefault(each.id(), Set.of());
            List<Participant> untold = new ArrayList<>(subordinates(each));
            boolean isAny = !untold.isEmpty();
            untold.removeAll(told);
            return isAny && (untold.isEmpty() || untold.stream().anyMatch(Participant::isRetryDue));
        });
    }

    /** Whether there is an order to forget the transaction, and nothing else is left to do for it. */
    private boolean isToBeForgotten(GlobalTransaction transaction) {
        return transaction.forOperator().isToBeForgotten() && isOver(transaction);
    }

    /** Whether nothing is left to do for the transaction, or only on resources that are lost. */
    private boolean isOver(GlobalTransaction transaction) {
        return transaction.step() == Step.HEURISTIC
                || (transaction.step().isParked()
                        && transaction.participants().unfinished().stream()
                                .allMatch(each -> isLost(transaction, each.name())));
    }

    private boolean isLost(GlobalTransaction transaction, String resource) {
        return transaction.forOperator().lost().contains(resource) && resources.find(resource) == null;
    }

    private static boolean areReached(List<XaBranch> branches, InDoubtLists lists) {
        return branches.stream().allMatch(each -> lists.of(each.name()) != null);
    }

    /** The branches that must forget. */
    private List<XaBranch> branches(GlobalTransaction transaction) {
        return transaction.participants().heuristics().stream()
                .map(HeuristicReport::participant)
                .filter(XaBranch.class::isInstance)
                .map(XaBranch.class::cast)
                .filter(each -> !isLost(transaction, each.name()))
                .toList();
    }

    /** Forgets; null if that is done, otherwise the participant that could not forget, and why. */
    private @Nullable String unforgotten(GlobalTransaction transaction, Function<XaBranch, @Nullable String> telling) {
        int index = 0;
        for (XaBranch branch : branches(transaction)) {
            coordinator.trace(FaultPoint.BEFORE_FORGET, transaction.id(), index);
            String problem = telling.apply(branch);
            if (problem != null) {
                return branch + ": " + problem;
            }
            coordinator.trace(FaultPoint.AFTER_FORGET, transaction.id(), index++);
        }
        Participant untold = untold(transaction);
        if (untold != null) {
            return untold + " has not confirmed yet; if it is lost for good, forget the transaction with '--lost "
                    + untold.name() + "'";
        }
        confirmed.remove(transaction.id());
        coordinator.trace(FaultPoint.BEFORE_END, transaction.id(), -1);
        coordinator.forget(transaction);
        coordinator.trace(FaultPoint.AFTER_END, transaction.id(), -1);
        return null;
    }

    /**
     * Tells each subordinate in another process to forget, until it confirms or is declared lost: it keeps its outcome
     * until it hears that somebody has seen it here. Answers may come at once, or on any thread.
     *
     * @return one that has not confirmed yet; null if there is none
     */
    private @Nullable Participant untold(GlobalTransaction transaction) {
        Set<Participant> told = confirmed.computeIfAbsent(transaction.id(), any -> ConcurrentHashMap.newKeySet());
        List<Participant> subordinates = subordinates(transaction);
        for (Participant each : subordinates) {
            if (!told.contains(each)) {
                heard(each, each.forget(late -> heard(each, late, told)), told);
            }
        }
        return subordinates.stream()
                .filter(each -> !told.contains(each))
                .findFirst()
                .orElse(null);
    }

    private List<Participant> subordinates(GlobalTransaction transaction) {
        return transaction.participants().heuristics().stream()
                .map(HeuristicReport::participant)
                .filter(each -> !each.needsResource() && each.can().contains(Capability.FORGET))
                .filter(each -> !isLost(transaction, each.name()))
                .toList();
    }

    private static void heard(Participant subordinate, Answer answer, Set<Participant> told) {
        if (answer == Answer.DONE) {
            told.add(subordinate);
        }
    }

    /** Over a connection opened for it. */
    private @Nullable String unforgottenNow(XaBranch branch) {
        RecoverableResource resource = resources.find(branch.name());
        if (resource == null) {
            return "its resource is not registered (registered: " + resources.names()
                    + "); if it is lost for good, forget the transaction with '--lost " + branch.name() + "'";
        }
        try (RecoverableResource.Session session = AskedSession.open(resource, questions)) {
            return unforgotten(branch, session.xaResource());
        } catch (Throwable unreachable) {
            incidents.failed(branch.name(), unreachable);
            return XaCodes.describe(unreachable);
        }
    }

    private static @Nullable String unforgotten(XaBranch branch, XAResource resource) {
        branch.bind(resource);
        try {
            return branch.forget(late -> {}) == Answer.DONE ? null : String.valueOf(branch.problem());
        } finally {
            branch.unbind();
        }
    }
}
