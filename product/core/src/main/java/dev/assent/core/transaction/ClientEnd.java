package dev.assent.core.transaction;

import dev.assent.core.commit.Event;
import java.util.function.Function;

/**
 * The end of a transaction on the request of a client in another process. It does not wait for a thread that is inside.
 * Such a thread has a call under way, so the transaction rolls back as soon as that thread leaves (law 16: a lost reply
 * forces rollback).
 *
 * <p>The calling thread does only work that can't hold it up: it ends a transaction without participants if the
 * completion never blocks. Workers do everything else. This is decided when the gate is closed, since until then other
 * threads may enlist or register.
 *
 * @param whenDone takes the outcome, on any thread, maybe before the request returns
 */
record ClientEnd(GlobalTransaction transaction, Completion whenDone) {
    /**
     * Requests the end.
     *
     * @throws IllegalStateException if its end was requested before
     */
    void request(boolean isCommit) {
        if (!transaction.coordinator().isRunning()) {
            transaction.markRollback(transaction.coordinator().whyRolledBack());
        }
        while (!transaction.closeAtOnce(isCommit && !transaction.isMarkedRollback() ? Gate.PREPARING : Gate.CLOSED)) {
            if (transaction.isTimedOut() || isLeftToThreadInside()) {
                tellEndedBefore();
                return;
            }
            int now = transaction.gate();
            if (now != Gate.OPEN && now != Gate.BUSY && !transaction.isTimedOut()) {
                throw transaction.endedAlready();
            }
        }
        end();
    }

    /** Whether a thread is inside, so that it rolls back when it leaves. */
    private boolean isLeftToThreadInside() {
        return transaction.isInside() && transaction.unasked().leaveToThreadInside(FirstEvent.busy(transaction));
    }

    private void end() {
        Progress progress = transaction.progress();
        progress.completion = whenDone;
        Function<GlobalTransaction, Event> first;
        try {
            first = first();
        } catch (Throwable bug) {
            progress.fail(bug, whenDone);
            transaction.failed(bug);
            return;
        }
        if (transaction.participants().count() == 0 && !whenDone.mayBlock()) {
            progress.proceedHere(first);
        } else {
            progress.goOn(first);
        }
    }

    private Function<GlobalTransaction, Event> first() {
        if (transaction.gate() == Gate.CLOSED || FirstEvent.isRefusedAsBusy(transaction)) {
            transaction.markRollback(null);
            return Progress.ROLLBACK;
        }
        return FirstEvent::ofCommit;
    }

    private void tellEndedBefore() {
        Outcome known = transaction.endedBefore(whenDone);
        if (known == Outcome.PENDING) {
            return;
        }
        if (whenDone.mayBlock()) {
            transaction.progress().background(() -> whenDone.done(known));
        } else {
            whenDone.done(known);
        }
    }
}
