package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TimedOutException;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.HeuristicReport;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaCodes;
import jakarta.transaction.HeuristicCommitException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes as exceptions and status codes of Jakarta Transactions. Pure functions.
 *
 * <p>Jakarta Transactions has no exception for a heuristic hazard. It becomes a mixed one, and the message says which
 * it is.
 */
final class Outcomes {
    private Outcomes() {}

    /** Returns or throws for the caller of commit. */
    static void afterCommit(GlobalTransaction transaction, Outcome outcome)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        switch (outcome) {
            case COMMITTED -> {}
            case ROLLED_BACK -> throw rolledBack(transaction);
            case HEURISTIC_ROLLBACK ->
                throw withCauses(new HeuristicRollbackException(heuristic(transaction, outcome)), transaction);
            case HEURISTIC_MIXED, HEURISTIC_HAZARD, HEURISTIC_COMMIT ->
                throw withCauses(new HeuristicMixedException(heuristic(transaction, outcome)), transaction);
            case UNKNOWN -> throw unknown(transaction);
            case PENDING, PREPARED -> throw new IllegalStateException(outcome + " is not an end");
        }
    }

    /** The exception for a caller that wanted a commit. */
    static RollbackException rolledBack(GlobalTransaction transaction) {
        return withCauses(new RollbackException(whyRolledBack(transaction)), transaction);
    }

    /**
     * Returns or throws for the caller of rollback. Jakarta Transactions gives rollback no heuristic exception, so it
     * is the cause of a SystemException.
     */
    static void afterRollback(GlobalTransaction transaction, Outcome outcome) throws SystemException {
        if (outcome == Outcome.ROLLED_BACK) {
            return;
        }
        if (outcome == Outcome.UNKNOWN) {
            throw unknown(transaction);
        }
        String text = heuristic(transaction, outcome);
        SystemException told = new SystemException(text);
        told.initCause(
                outcome == Outcome.HEURISTIC_COMMIT
                        ? new HeuristicCommitException(text)
                        : new HeuristicMixedException(text));
        addFailures(told, transaction);
        throw told;
    }

    private static SystemException unknown(GlobalTransaction transaction) {
        return withCauses(new SystemException(MESSAGES.outcomeUnknown(transaction.id())), transaction);
    }

    /** The exception for a caller that needs an active transaction. */
    static IllegalStateException notActive(GlobalTransaction transaction, String what) {
        Step step = transaction.step();
        return new IllegalStateException(
                step == Step.ACTIVE
                        ? MESSAGES.endRequested(what, transaction.id())
                        : MESSAGES.notActive(what, transaction.id(), step.words()));
    }

    /** The status for afterCompletion. */
    static int completionStatus(Outcome outcome) {
        return switch (outcome) {
            case COMMITTED, HEURISTIC_COMMIT -> Status.STATUS_COMMITTED;
            case ROLLED_BACK, HEURISTIC_ROLLBACK -> Status.STATUS_ROLLEDBACK;
            case HEURISTIC_MIXED, HEURISTIC_HAZARD, UNKNOWN, PENDING, PREPARED -> Status.STATUS_UNKNOWN;
        };
    }

    /** The status of a transaction now. */
    static int status(GlobalTransaction transaction) {
        Step step = transaction.step();
        if (step == Step.ACTIVE) {
            return transaction.isMarkedRollback() || transaction.isTimedOut()
                    ? Status.STATUS_MARKED_ROLLBACK
                    : Status.STATUS_ACTIVE;
        }
        return switch (step) {
            case ACTIVE -> Status.STATUS_ACTIVE;
            case PREPARING, RECORDING_PREPARED -> Status.STATUS_PREPARING;
            case ANNOUNCING, DECIDING, PREPARED -> Status.STATUS_PREPARED;
            case ONE_PHASE, ASKING_LAST, OBEYING, RECORDING_WORD, COMMITTING, RECORDING_COMMIT, COMMIT_PARKED ->
                Status.STATUS_COMMITTING;
            case DECIDING_ROLLBACK, ROLLING_BACK, RECORDING_ROLLBACK, ROLLBACK_PARKED -> Status.STATUS_ROLLING_BACK;
            case COMMITTED -> Status.STATUS_COMMITTED;
            case ROLLED_BACK -> Status.STATUS_ROLLEDBACK;
            case IN_DOUBT, HEURISTIC, UNKNOWN -> Status.STATUS_UNKNOWN;
        };
    }

    private static String whyRolledBack(GlobalTransaction transaction) {
        Throwable cause = transaction.rollbackCause();
        Act operators = transaction.unasked().endedBy();
        if (operators != null) {
            return MESSAGES.endedByOperator(transaction.id(), operators);
        }
        if (cause instanceof TimedOutException timeout) {
            return timeout.text();
        }
        for (Participant participant : transaction.participants().all()) {
            if (cause == null && participant.problem() != null) {
                return MESSAGES.rolledBack(
                        transaction.id(), participant + ": " + XaCodes.describe(participant.problem()));
            }
        }
        return MESSAGES.rolledBack(transaction.id(), cause == null ? "it was marked rollback-only" : cause);
    }

    /** What a heuristic outcome is, and what to do about it. */
    static String heuristic(GlobalTransaction transaction, Outcome outcome) {
        for (Participant participant : transaction.participants().all()) {
            if (transaction.step() == Step.IN_DOUBT && participant instanceof LocalParticipant last) {
                if (!transaction.participants().unfinished().contains(last)) {
                    return MESSAGES.lastResourceUnrecorded(transaction.id(), last.name(), transaction.rollbackCause());
                }
                String whatNext = transaction.forRecovery().isPossible()
                        ? "recovery asks for its commit marker and ends them as the marker says; no action needed"
                        : "an operator must look for the work there, and resolve the transaction by commit if it is"
                                + " there, by rollback if it is not ('./assent log resolve " + transaction.id() + "')";
                return MESSAGES.lastResourceHazard(transaction.id(), last.name(), whatNext);
            }
        }
        String who = transaction.participants().heuristics().stream()
                .map(HeuristicReport::toString)
                .collect(Collectors.joining(", "));
        return MESSAGES.heuristic(transaction.id(), outcome, who);
    }

    private static <E extends Exception> E withCauses(E told, GlobalTransaction transaction) {
        @Nullable Throwable cause = transaction.rollbackCause();
        told.initCause(cause == null ? firstProblem(transaction) : cause);
        addFailures(told, transaction);
        return told;
    }

    private static @Nullable Throwable firstProblem(GlobalTransaction transaction) {
        return transaction.participants().all().stream()
                .map(Participant::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static void addFailures(Exception told, GlobalTransaction transaction) {
        for (Participant participant : transaction.participants().all()) {
            Throwable problem = participant.problem();
            if (problem != null) {
                told.addSuppressed(new ParticipantFailure(participant, problem));
            }
        }
    }
}
