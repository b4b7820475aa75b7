package dev.assent.transport.iiop.assembly;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes the pools of threads that wait for the ORB. Pure functions. */
final class Threads {
    private static final long IDLE_SECONDS = 10;
    private static final int WAITING_MAX = 100_000;

    private Threads() {}

    /** A pool that starts threads as it needs them, up to a number. If all are busy, further work waits. */
    static ExecutorService upTo(int max, String name) {
        IdleFirst waiting = new IdleFirst();
        return new ThreadPoolExecutor(
                0,
                max,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                waiting,
                work -> {
                    Thread made = new Thread(work, name);
                    made.setDaemon(true);
                    return made;
                },
                (work, threads) -> {
                    if (threads.isShutdown() || waiting.size() >= WAITING_MAX) {
                        throw new RejectedExecutionException("the threads of '" + name + "' take no more work");
                    }
                    waiting.put(work);
                });
    }

    /**
     * Work that waits. A pool with an ordinary queue starts a thread for each piece of work until it has all its
     * threads, even if some are idle. This queue's {@code offer} accepts work only if an idle thread waits for it, so
     * the pool starts only the threads that it needs. Work that finds all threads busy is put here without
     * {@code offer}.
     */
    private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable work) {
            return tryTransfer(work);
        }
    }
}
