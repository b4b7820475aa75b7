package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;

/**
 * The requests of applications and clients to end their transactions:
 *
 * <ol>
 *   <li>a transaction takes one such request, and only from the side that may end it;
 *   <li>before a commit, all synchronizations are called (law 19: synchronizations come first);
 *   <li>the engine commits or rolls back; for an application, the calling thread waits for the outcome;
 *   <li>the synchronizations hear of the outcome, unless the transaction timed out: then they have heard of it;
 *   <li>the caller gets what Jakarta Transactions says for the outcome.
 * </ol>
 *
 * <p>Thread safety: safe to share; it keeps nothing itself.
 */
final class EndRequests {
    private final ThreadLocal<ThreadContext> contexts;

    EndRequests(ThreadLocal<ThreadContext> contexts) {
        this.contexts = contexts;
    }

    /** As {@link JtaTransaction#commit}. */
    void commit(JtaTransaction transaction)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        GlobalTransaction engine = transaction.engine();
        requireStack(engine, StackRoom.FOR_COMMIT);
        transaction.checkEndedHere("commit");
        if (engine.calls() > 0) {
            throw new IllegalStateException(MESSAGES.callsUnderWay(engine.id(), engine.calls()));
        }
        transaction.startCompleting("commit");
        try {
            beforeCompletion(transaction);
            Waiter waiter = contexts.get().waiter;
            Outcome outcome = engine.commit(waiter);
            if (outcome == Outcome.PENDING) {
                outcome = waiter.await();
            }
            afterCompletion(transaction, outcome);
            Outcomes.afterCommit(engine, outcome);
        } finally {
            transaction.completed();
        }
    }

    /**
     * Calls the synchronizations of this node, then asks subordinates to call theirs, until none is left: each may
     * register others. Waits for the subordinates.
     */
    private void beforeCompletion(JtaTransaction transaction) {
        do {
            transaction.callSynchronizations();
        } while (!transaction.engine().isMarkedRollback() && hasAskedSubordinates(transaction.engine()));
    }

    /** Whether there were subordinates with synchronizations; they have called them. */
    private boolean hasAskedSubordinates(GlobalTransaction engine) {
        if (!engine.participants().hasSynchronizations()) {
            return false;
        }
        Waiter waiter = contexts.get().waiter;
        if (!engine.beforeCompletion(() -> waiter.done(Outcome.COMMITTED))) { // only wakes the thread
            waiter.await();
        }
        return true;
    }

    /** As {@link JtaTransaction#rollback}. */
    void rollback(JtaTransaction transaction) throws SystemException {
        GlobalTransaction engine = transaction.engine();
        requireStack(engine, StackRoom.FOR_ROLLBACK);
        transaction.checkEndedHere("roll back");
        transaction.startCompleting("roll back");
        try {
            Waiter waiter = contexts.get().waiter;
            Outcome outcome = engine.rollback(waiter);
            if (outcome == Outcome.PENDING) {
                outcome = waiter.await();
            }
            afterCompletion(transaction, outcome);
            Outcomes.afterRollback(engine, outcome);
        } finally {
            transaction.completed();
        }
    }

    private static void requireStack(GlobalTransaction engine, StackRoom room) {
        if (!engine.coordinator().log().isInMemory()) {
            room.require();
        }
    }

    /** As {@link JtaTransaction#end}. */
    void end(JtaTransaction transaction, boolean isCommit, Completion told) {
        transaction.startCompleting(isCommit ? "commit" : "roll back");
        transaction.engine().endForClient(isCommit, new Completion() {
            @Override
            public void done(Outcome outcome) {
                try {
                    afterCompletion(transaction, outcome);
                } finally {
                    transaction.completed();
                    told.done(outcome);
                }
            }

            @Override
            public boolean mayBlock() {
                return transaction.mayBlock() || told.mayBlock();
            }
        });
    }

    private static void afterCompletion(JtaTransaction transaction, Outcome outcome) {
        if (!transaction.engine().isTakenByTimer()) {
            transaction.afterCompletion(outcome);
        }
    }
}
