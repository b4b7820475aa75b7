package dev.assent.core.transaction;

import dev.assent.core.commit.PresumedAbortSubordinate;
import dev.assent.core.commit.Step;

/**
 * A transaction, as its {@link Subordinate} sees it: a superior asks for the vote and brings the decision. Only the
 * Subordinate gets the results. It calls one of the first three, once.
 *
 * <p>Thread safety: as the transaction.
 */
record SuperiorView(GlobalTransaction transaction) {
    /**
     * Phase one, for a superior: asks all participants to prepare, and forces the prepared record. Rolls back if the
     * transaction is marked, or not idle (law 16: a lost reply forces rollback).
     */
    void prepare() {
        if (close()) {
            transaction.progress().protocol = PresumedAbortSubordinate.INSTANCE;
            transaction.progress().proceed(FirstEvent::ofPrepare, Completion.NONE);
        }
    }

    /** Commit without a vote, for a superior: decides here. Rolls back as {@link #prepare}. */
    void commitOnePhase() {
        if (close()) {
            transaction.progress().proceed(FirstEvent::ofRequest, Completion.NONE);
        }
    }

    /** Rolls back before there is a vote, since a superior says so. It does not wait for a thread that is inside. */
    void rollBack(Throwable cause) {
        transaction.unasked().rollBackForSuperior(cause);
    }

    private boolean close() {
        if (!transaction.coordinator().isRunning()) {
            transaction.markRollback(transaction.coordinator().whyRolledBack());
        }
        if (transaction.calls() == 0 && !transaction.isMarkedRollback() && transaction.closeAtOnce(Gate.PREPARING)) {
            return true;
        }
        rollBack(FirstEvent.busy(transaction));
        return false;
    }

    /**
     * Takes the decision of the superior, or of an operator in its place; the first one counts. A transaction that is
     * rebuilt from the log waits for recovery, which has the connections.
     *
     * @return false if the transaction is not prepared, or already has a decision
     */
    boolean tell(boolean isCommit) {
        if (!transaction.move(Gate.WAITING, Gate.DECIDED)) {
            return false;
        }
        transaction.progress().tell(isCommit, transaction.isRecovered());
        return true;
    }

    /**
     * Forgets a finished transaction if nothing of it is kept except for its superior.
     *
     * @return whether it is forgotten
     */
    boolean forgetDone() {
        if (transaction.step() == Step.HEURISTIC
                && transaction.participants().heuristics().isEmpty()) {
            transaction.coordinator().forget(transaction);
            return true;
        }
        return false;
    }
}
