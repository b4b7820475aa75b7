package dev.assent.core.jta;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.message.Message;
import dev.assent.core.observe.Notices;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;

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
 * <p>Thread safety: none; guarded by its transaction.
 */
final class Synchronizations {
    private final List<Synchronization> ordinary = new ArrayList<>(2);
    private final List<Synchronization> interposed = new ArrayList<>(2);
    private int ordinaryCalled;
    private int interposedCalled;

    void add(Synchronization synchronization, boolean isInterposed) {
        (isInterposed ? interposed : ordinary).add(synchronization);
    }

    /**
     * Calls the next one before completion.
     *
     * @return whether there was one
     */
    boolean beforeNext() {
        if (ordinaryCalled < ordinary.size()) {
            ordinary.get(ordinaryCalled++).beforeCompletion();
            return true;
        }
        if (interposedCalled < interposed.size()) {
            interposed.get(interposedCalled++).beforeCompletion();
            return true;
        }
        return false;
    }

    /** The one that {@link #beforeNext} called last, for messages. */
    Synchronization lastCalled() {
        return interposedCalled > 0 ? interposed.get(interposedCalled - 1) : ordinary.get(ordinaryCalled - 1);
    }

    /** Calls all after completion; one that fails does not keep the others from being called. */
    void after(int status, TransactionId id, Notices notices) {
        after(interposed, status, id, notices);
        after(ordinary, status, id, notices);
    }

    private static void after(List<Synchronization> all, int status, TransactionId id, Notices notices) {
        for (Synchronization synchronization : all) {
            try {
                synchronization.afterCompletion(status);
            } catch (RuntimeException failed) {
                notices.warning(Message.AFTER_COMPLETION_FAILED.text(synchronization, id, failed));
            }
        }
    }
}
