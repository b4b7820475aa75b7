package dev.assent.core.jta;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.message.Message;
import dev.assent.core.observe.Notices;
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
 * <p>Thread safety: none; guarded by its transaction.
 */
final class Synchronizations {
    private final List<Synchronization> ordinary = new ArrayList<>(2);
    private final List<Synchronization> interposed = new ArrayList<>(2);
    private int ordinaryCalled;
    private int interposedCalled;
    private @Nullable Synchronization lastCalled;

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
            return before(ordinary.get(ordinaryCalled++));
        }
        if (interposedCalled < interposed.size()) {
            return before(interposed.get(interposedCalled++));
        }
        return false;
    }

    /** Whether some is still to be called before completion. */
    boolean hasMore() {
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

    private boolean before(Synchronization next) {
        lastCalled = next;
        next.beforeCompletion();
        return true;
    }

    /** The one that {@link #beforeNext} called last, for messages. */
    @Nullable Synchronization lastCalled() {
        return lastCalled;
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
            } catch (RuntimeException | Error failed) {
                notices.warning(Message.AFTER_COMPLETION_FAILED.text(synchronization, id, failed));
            }
        }
    }
}
