package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.commit.Event;

/**
 * The first event of a transaction's end, by its participants, its marks and the calls under way. Only the thread that
 * has closed the gate asks: until then a thread inside may enlist, or mark the transaction.
 */
final class FirstEvent {
    private FirstEvent() {}

    /** Of a request to commit, right after closing the gate. */
    static Event ofRequest(GlobalTransaction transaction) {
        return isRefusedAsBusy(transaction) ? Event.ROLLBACK : ofCommit(transaction);
    }

    /**
     * Of a commit without calls under way. Without phase one, the timeout can still win here (law 20: timeout or
     * decision, one wins).
     */
    static Event ofCommit(GlobalTransaction transaction) {
        if (isRefused(transaction)) {
            return Event.ROLLBACK;
        }
        Participants participants = transaction.participants();
        if (participants.count() > 0 && !participants.canOnePhase()) {
            return Event.COMMIT_MANY;
        }
        if (!transaction.move(Gate.PREPARING, Gate.DECIDED)) {
            return Event.ROLLBACK;
        }
        return participants.count() == 0 ? Event.COMMIT_NONE : Event.COMMIT_ONE;
    }

    /** Of a superior's request to vote, right after closing the gate. */
    static Event ofPrepare(GlobalTransaction transaction) {
        return isRefusedAsBusy(transaction) || isRefused(transaction) ? Event.ROLLBACK : Event.PREPARE;
    }

    /**
     * Whether the transaction was marked after the request to commit, or got a synchronization that nobody called,
     * before the gate was closed.
     */
    private static boolean isRefused(GlobalTransaction transaction) {
        if (!transaction.isMarkedRollback() && transaction.owner().hasSynchronizations()) {
            transaction.markRollback(new IllegalStateException(MESSAGES.synchronizationLate(transaction.id())));
        }
        if (!transaction.isMarkedRollback()) {
            return false;
        }
        transaction.move(Gate.PREPARING, Gate.CLOSED);
        return true;
    }

    /**
     * Whether calls are under way, so that the transaction rolls back (law 16: a lost reply forces rollback). Call this
     * right after closing the gate: nobody waited for a call that ends after that.
     */
    static boolean isRefusedAsBusy(GlobalTransaction transaction) {
        if (transaction.calls() == 0) {
            return false;
        }
        transaction.markRollback(busy(transaction));
        transaction.move(Gate.PREPARING, Gate.CLOSED);
        return true;
    }

    /** Why a transaction with calls under way rolls back. */
    static IllegalStateException busy(GlobalTransaction transaction) {
        return new IllegalStateException(MESSAGES.callsUnderWay(transaction.id(), transaction.calls()));
    }
}
