package dev.assent.core.transaction;

import dev.assent.core.commit.Step;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;

/**
 * A transaction that waits, as recovery sees it.
 *
 * <p>Thread safety: one recovery pass at a time calls the methods that change the transaction.
 *
 * @param transaction the transaction
 */
public record RecoveryView(GlobalTransaction transaction) {
    /**
     * Whether the superior {@linkplain DecisionView#isTold has decided} to commit, and no record of that exists here
     * yet. Once it is recorded, the superior need not wait for a resource that it does not know (law 18: a prepared
     * subordinate asks).
     */
    public boolean isToRecordWord() {
        return transaction.forDecision().isTold()
                && transaction.progress().committing
                && !InPlace.isResolved(transaction);
    }

    /**
     * Whether recovery can do something for the transaction. It can't if the last resource has no commit marker: only
     * an operator can find out what it did.
     */
    public boolean isPossible() {
        Seat last = transaction.participants().lastResource();
        return transaction.forDecision().isMade()
                || (transaction.step() == Step.IN_DOUBT
                        && last != null
                        && last.participant.can().contains(Capability.MARKER));
    }

    /**
     * Asks the unfinished participants of a parked transaction again, one after the other on the caller's thread.
     *
     * @param whenDone takes the outcome if {@link Outcome#PENDING} is returned, otherwise unused
     */
    public Outcome retry(Completion whenDone) {
        return transaction.progress().retry(whenDone);
    }

    /**
     * Adds one more participant that must roll back, to a transaction whose rollback waits for recovery, or whose
     * heuristic outcome waits for an operator. It does so under the lock of {@link ForgetRequest}.
     *
     * @return false if the transaction does not roll back, or does not wait
     */
    public boolean readmit(Participant late) {
        Progress progress = transaction.progress();
        synchronized (transaction.participants()) {
            Step now = progress.step;
            if (progress.committing || (now != Step.ROLLBACK_PARKED && now != Step.HEURISTIC)) {
                return false;
            }
            transaction.participants().add(late);
            progress.step = Step.ROLLBACK_PARKED;
            return true;
        }
    }

    /**
     * Takes an operator's statement of what the last resource did, for a transaction in doubt. {@link #retry} then
     * finishes the transaction, after it has recorded the decision.
     *
     * @throws IllegalStateException if the transaction is not in doubt, or the act of the last resource is known
     *     already
     */
    public void settleLast(boolean isCommitted) {
        Seat last = transaction.participants().lastResource();
        if (transaction.step() != Step.IN_DOUBT || last == null || last.finished) {
            throw new IllegalStateException("step " + transaction.step() + " awaits no word");
        }
        last.answer = isCommitted ? Answer.DONE : Answer.ROLLED_BACK;
        last.finished = true;
    }
}
