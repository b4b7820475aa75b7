package dev.assent.transport.iiop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that wait for the ORB. Pure functions. */
final class Threads {
    private static final long IDLE_SECONDS = 10;
    private static final int WAITING_MAX = 100_000;

    private Threads() {}

    /** As many as are needed, up to a number; work that finds all of them busy waits for its turn. */
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
                        throw new RejectedExecutionException("no thread of '" + name + "' takes it");
                    }
                    waiting.put(work);
                });
    }

    /**
     * Work that waits. A pool with a queue starts a thread for each piece of work until it has all that it may have, whether
     * others are idle or not; one whose queue takes only what an idle thread waits for starts those alone that are needed. What
     * finds all busy is put here past that.
     */
    private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable work) {
            return tryTransfer(work);
        }
    }
}
