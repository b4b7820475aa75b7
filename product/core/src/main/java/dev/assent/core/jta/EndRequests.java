package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.commit.Step;
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
        requireReady(engine);
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
        } catch (Throwable thrown) {
            abandonUnlessBegun(engine, thrown);
            throw thrown;
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
        contexts.get().waiter.awaitCallback(over -> {
            if (engine.beforeCompletion(over)) {
                over.run();
            }
        });
        return true;
    }

    /** As {@link JtaTransaction#rollback}. */
    void rollback(JtaTransaction transaction) throws SystemException {
        GlobalTransaction engine = transaction.engine();
        requireReady(engine);
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
        } catch (Throwable thrown) {
            abandonUnlessBegun(engine, thrown);
            throw thrown;
        } finally {
            transaction.completed();
        }
    }

    /**
     * Checks what would fail in the middle of the end.
     *
     * @throws IllegalStateException if foreign code that the transaction has called wants its end
     */
    private static void requireReady(GlobalTransaction engine) {
        engine.requireOutside();
        if (!engine.coordinator().log().isInMemory()) {
            StackRoom.require();
        }
    }

    /** The application loses the transaction, so nobody else would end it. */
    private static void abandonUnlessBegun(GlobalTransaction engine, Throwable thrown) {
        if (engine.step() == Step.ACTIVE) {
            engine.unasked().abandonSoon(thrown);
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
