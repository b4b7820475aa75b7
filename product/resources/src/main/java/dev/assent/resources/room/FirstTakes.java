package dev.assent.resources.room;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread of a transaction take its first connection or session, while its other threads wait: each of them
 * would take another one, with its own branch.
 *
 * <p>Thread safety: all methods may be called by any thread.
 *
 * @param <T> a transaction
 */
public final class FirstTakes<T> {
    private final Map<T, Queue> queues = new ConcurrentHashMap<>();

    /** The threads of a transaction that take, or wait for that. */
    private static final class Queue {
        final ReentrantLock lock = new ReentrantLock();

        /** Guarded by the map. */
        int threads;
    }

    /** The turn of a thread, which closes it. */
    public final class Turn implements AutoCloseable {
        private final T transaction;
        private final Queue queue;

        private Turn(T transaction, Queue queue) {
            this.transaction = transaction;
            this.queue = queue;
        }

        @Override
        public void close() {
            queue.lock.unlock();
            leave(transaction);
        }
    }

    /** Without any thread. */
    public FirstTakes() {}

    /**
     * Waits until no other thread takes for this transaction.
     *
     * @return null when that takes too long
     * @throws InterruptedException when the thread is interrupted before
     */
    public @Nullable Turn await(T transaction, long timeoutNanos) throws InterruptedException {
        Queue queue = queues.compute(transaction, (same, known) -> {
            Queue joined = known == null ? new Queue() : known;
            joined.threads++;
            return joined;
        });
        boolean isItsTurn = false;
        try {
            isItsTurn = queue.lock.tryLock(timeoutNanos, TimeUnit.NANOSECONDS);
            return isItsTurn ? new Turn(transaction, queue) : null;
        } finally {
            if (!isItsTurn) {
                leave(transaction);
            }
        }
    }

    private void leave(T transaction) {
        queues.computeIfPresent(transaction, (same, queue) -> --queue.threads == 0 ? null : queue);
    }

    /** The number of transactions for which threads take or wait. */
    int size() {
        return queues.size();
    }
}
