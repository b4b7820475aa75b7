package dev.assent.transport.nativewire.connection;

import dev.assent.core.foreign.Uncaught;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets another thread take over the connections of a loop that does one piece of work for long, so that connections do
 * not wait for work. Short work, the usual case, costs no change of threads. Long work delays connections by a look or
 * two of this class, and by more if no thread can be started.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Relief {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** After so many looks that find no work it sleeps until there is some. */
    private static final int LOOKS_MAX = 100;

    /** One in so many failures is reported, since every look finds that no thread can be started. */
    private static final int FAILURES_FOR_ONE_WORD = 100;

    private final Thread thread;

    /** Used by its thread. */
    private int failures;

    private volatile List<Loop> loops = List.of();
    private volatile boolean isAsleep = true;
    private volatile boolean isStopped;

    Relief(String name) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Watches these loops from now on. */
    void start(List<Loop> all) {
        loops = all;
        thread.start();
    }

    /** A loop has begun a piece of work. */
    void working() {
        if (isAsleep) {
            LockSupport.unpark(thread);
        }
    }

    void stop() {
        isStopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        int idle = 0;
        while (!isStopped) {
            try {
                idle = look(idle);
            } catch (Throwable failed) { // such as out of memory; the next look tries again
                try {
                    isAsleep = false;
                    LockSupport.parkNanos(LOOK_NANOS);
                    told(failed);
                } catch (Throwable untold) {
                    failures = 0; // the next failure is reported
                }
            }
        }
    }

    /** Looks once, after so many looks that found no work; returns their new number. */
    private int look(int idle) {
        isAsleep = idle >= LOOKS_MAX;
        boolean isWorking = loops.stream().anyMatch(Loop::isWorking); // read after isAsleep is set
        if (isAsleep && !isWorking) {
            LockSupport.park(this);
            return 0;
        }
        isAsleep = false;
        LockSupport.parkNanos(this, LOOK_NANOS);
        loops.forEach(this::relieve);
        return isWorking ? 0 : idle + 1;
    }

    /** If no thread can be started now, the next look tries again. */
    private void relieve(Loop loop) {
        try {
            loop.relieve(LOOK_NANOS);
        } catch (Throwable noThread) {
            told(noThread);
        }
    }

    private void told(Throwable failed) {
        if (failures++ % FAILURES_FOR_ONE_WORD == 0) {
            Uncaught.tell(failed);
        }
    }
}
