package dev.assent.core.transaction;

import java.util.concurrent.Executor;

/**
 * Work for a worker and for nobody else: where none takes it, an executor may let its caller do it, who must not.
 *
 * <p>Thread safety: given by the thread that makes it, and run by any.
 */
final class WorkersWork implements Runnable {
    private final Thread giver = Thread.currentThread();
    private final Runnable work;

    // of the giver alone
    private boolean isGiven;
    private boolean isRefused;

    WorkersWork(Runnable work) {
        this.work = work;
    }

    /** Whether a worker does it; else it is not done. */
    boolean give(Executor workers) {
        workers.execute(this);
        isGiven = true;
        return !isRefused;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // threads have no other
    public void run() {
        if (Thread.currentThread() == giver && !isGiven) {
            isRefused = true;
        } else {
            work.run();
        }
    }
}
