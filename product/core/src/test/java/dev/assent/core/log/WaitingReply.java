package dev.assent.core.log;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The reply of a thread that waits for its force, and that works for the log while it waits, as in a blocking commit.
 *
 * <p>Thread safety: one thread waits, any may answer.
 */
public final class WaitingReply implements ForceReply {
    private final Queue<Runnable> work = new ArrayDeque<>();
    private @Nullable Durability answer;
    private boolean isLent;

    @Override
    public synchronized void done(Durability durability) {
        if (answer != null) {
            throw new IllegalStateException("answered twice: " + answer + ", " + durability);
        }
        answer = durability;
        notifyAll();
    }

    @Override
    public synchronized boolean lend(Runnable newWork) {
        work.add(newWork);
        isLent = true;
        notifyAll();
        return true;
    }

    /** Whether the thread was asked to work. */
    public synchronized boolean isLent() {
        return isLent;
    }

    /** Waits for the answer, and works meanwhile. */
    public Durability await() throws InterruptedException {
        while (true) {
            Runnable next;
            synchronized (this) {
                while (answer == null && work.isEmpty()) {
                    wait();
                }
                next = work.poll();
                if (next == null && answer != null) {
                    return answer;
                }
            }
            if (next != null) {
                next.run();
            }
        }
    }
}
