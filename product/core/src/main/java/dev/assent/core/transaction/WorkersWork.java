package dev.assent.core.transaction;

import java.util.concurrent.Executor;

/**
 * Work that only a worker may do. If no worker takes it, an executor may run it on the calling thread, which must not
 * do it.
 *
 * <p>Thread safety: given by the thread that makes it, and run by any.
 */
final class WorkersWork implements Runnable {
    private final Thread giver = Thread.currentThread();
    private final Runnable work;

    // only the giving thread uses it
    private boolean isGiven;
    private boolean isRefused;

    WorkersWork(Runnable work) {
        this.work = work;
    }

    /** Whether a worker does it; otherwise nobody does. */
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
