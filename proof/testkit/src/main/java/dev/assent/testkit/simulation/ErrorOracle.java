package dev.assent.testkit.simulation;

import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaVerb;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller that gets the outcome can find what failed at the participants: why a commit became a rollback, and the
 * error of each participant. Not thread-safe.
 */
final class ErrorOracle {
    private static final Set<XaVerb> ENDING =
            EnumSet.of(XaVerb.PREPARE, XaVerb.COMMIT, XaVerb.COMMIT_ONE_PHASE, XaVerb.ROLLBACK);

    private final Ledger ledger;

    ErrorOracle(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A resource has answered a node. */
    void answered(NodeLife life, XaVerb verb, BranchTruth branch, boolean hasFailed) {
        if (ENDING.contains(verb)) {
            branch.failedFor = hasFailed ? life : null;
        }
    }

    /**
     * The client gets an outcome at the node that has begun its transaction.
     *
     * @param by the exception that carries the outcome; null when nothing is thrown
     */
    void told(TransactionTruth truth, Outcome outcome, @Nullable Throwable by) {
        GlobalTransaction engine = truth.engine();
        Set<Throwable> known = new HashSet<>();
        for (Participant each : engine.participants().all()) {
            Throwable problem = each.problem();
            BranchTruth branch = branchOf(truth, each);
            if (problem != null) {
                known.add(problem);
            } else if (branch != null && branch.failedFor == truth.life) {
                ledger.broken("errors", "no error says why " + branch + " has failed: " + truth);
            }
        }
        boolean isRefused = outcome == Outcome.ROLLED_BACK && truth.wish == Wish.COMMIT && !engine.hasRunOutOfTime();
        if (isRefused && known.isEmpty() && engine.rollbackCause() == null) {
            ledger.broken("errors", "no error says why it was rolled back: " + truth);
        }
        if (by != null && !isToldBy(by, known)) {
            ledger.broken("errors", "the client does not hear of all failures by " + by + ": " + truth);
        }
    }

    private static @Nullable BranchTruth branchOf(TransactionTruth truth, Participant participant) {
        if (!(participant instanceof XaBranch asked)) {
            return null;
        }
        XidBytes xid = XidBytes.of(asked.xid());
        return truth.branches.stream()
                .filter(each -> each.xid.equals(xid) && each.resource.name().equals(asked.name()))
                .findFirst()
                .orElse(null);
    }

    private static boolean isToldBy(Throwable by, Set<Throwable> known) {
        Set<Throwable> told = new HashSet<>();
        collect(by, told);
        return told.containsAll(known);
    }

    private static void collect(@Nullable Throwable each, Set<Throwable> told) {
        if (each != null && told.add(each)) {
            collect(each.getCause(), told);
            for (Throwable suppressed : each.getSuppressed()) {
                collect(suppressed, told);
            }
        }
    }
}
