package dev.assent.transport.iiop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that wait for the ORB. Pure functions. */
final class Threads {
    private static final long IDLE_SECONDS = 10;
    private static final int WAITING_MAX = 100_000;

    private Threads() {}

    /** As many as are needed, up to a number; work that finds all of them busy waits for its turn. */
    static ExecutorService upTo(int max, String name) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                max, max, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING_MAX), work -> {
                    Thread made = new Thread(work, name);
                    made.setDaemon(true);
                    return made;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
