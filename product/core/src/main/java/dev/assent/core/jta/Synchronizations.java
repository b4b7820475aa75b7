package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.foreign.Failure;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.GlobalTransaction;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The synchronizations of one transaction and their order (Jakarta Transactions 2.0, 3.3.2 and the
 * Javadoc of TransactionSynchronizationRegistry):
 *
 * <ol>
 *   <li>before completion: ordinary ones in the order of registration, then interposed ones; those
 *       registered meanwhile are called too, an ordinary one before the next interposed one;
 *   <li>after completion: interposed ones, then ordinary ones, in the order of registration.
 * </ol>
 *
 * <p>Thread safety: any thread may call all methods, since calls from other processes run in parallel. None holds a
 * lock while a synchronization runs.
 */
final class Synchronizations {
    private final List<Synchronization> ordinary = new ArrayList<>(2);
    private final List<Synchronization> interposed = new ArrayList<>(2);
    private int ordinaryCalled;
    private int interposedCalled;
    private @Nullable Synchronization lastCalled;

    synchronized void add(Synchronization synchronization, boolean isInterposed) {
        (isInterposed ? interposed : ordinary).add(synchronization);
    }

    /**
     * Calls those that were not called yet before completion, with their transaction on the calling thread. The first
     * that fails marks it for rollback.
     */
    void before(JtaTransaction transaction, ThreadContext thread) {
        GlobalTransaction engine = transaction.engine();
        JtaTransaction other = thread.current;
        thread.current = transaction;
        try {
            while (!engine.isMarkedRollback() && !engine.isTimedOut() && beforeNext()) {}
        } catch (Throwable failed) { // also a checked exception: some languages do not check them
            failed(engine, failed);
        } finally {
            thread.current = other;
        }
    }

    private boolean beforeNext() {
        Synchronization next = takeNext();
        if (next == null) {
            return false;
        }
        next.beforeCompletion();
        return true;
    }

    private void failed(GlobalTransaction engine, Throwable failed) {
        Exception cause =
                new IllegalStateException(MESSAGES.beforeCompletionFailed(lastCalled(), engine.id(), failed), failed);
        Throwable marked = engine.rollbackCause();
        if (marked == null) {
            engine.markRollback(cause);
        } else if (Failure.isCausedBy(failed, marked)) {
            marked.addSuppressed(new IllegalStateException(cause.getMessage())); // with its cause: an endless chain
        } else if (marked instanceof MarkedRollback && marked.getCause() == null) {
            marked.initCause(cause); // gives the reason of a synchronization that marks it and then throws
        } else {
            marked.addSuppressed(cause);
        }
    }

    private synchronized @Nullable Synchronization takeNext() {
        if (ordinaryCalled < ordinary.size()) {
            lastCalled = ordinary.get(ordinaryCalled++);
        } else if (interposedCalled < interposed.size()) {
            lastCalled = interposed.get(interposedCalled++);
        } else {
            return null;
        }
        return lastCalled;
    }

    /** Whether some synchronization still waits for its call before completion. */
    synchronized boolean hasMore() {
        return hasMore(ordinary, ordinaryCalled) || hasMore(interposed, interposedCalled);
    }

    private static boolean hasMore(List<Synchronization> all, int called) {
        for (int i = called; i < all.size(); i++) {
            if (!(all.get(i) instanceof CompletionListener)) {
                return true;
            }
        }
        return false;
    }

    private synchronized @Nullable Synchronization lastCalled() {
        return lastCalled;
    }

    /** Calls all after completion; if one fails, the others are still called. */
    void after(int status, TransactionId id, Notices notices) {
        for (Synchronization synchronization : inOrderAfter()) {
            try {
                synchronization.afterCompletion(status);
            } catch (Throwable failed) { // also a checked exception
                notices.warning(MESSAGES.afterCompletionFailed(synchronization, id, failed));
            }
        }
    }

    private synchronized List<Synchronization> inOrderAfter() {
        List<Synchronization> all = new ArrayList<>(interposed);
        all.addAll(ordinary);
        return all;
    }
}
