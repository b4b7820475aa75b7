package dev.assent.transport.nativewire.connection;

import dev.assent.core.foreign.Uncaught;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sees that connections do not wait for work: a loop that is at one piece of work for long gets another thread. So work
 * that most often is short costs no change of threads, and when it is not, a look or two; more where no thread is to be
 * had.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Relief {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Without finding work; then it sleeps until there is some. */
    private static final int LOOKS_MAX = 100;

    /** One of so many failures is told: that there are no threads is found at every look. */
    private static final int FAILURES_FOR_ONE_WORD = 100;

    private final Thread thread;

    /** Of its thread. */
    private int failures;

    private volatile List<Loop> loops = List.of();
    private volatile boolean isAsleep = true;
    private volatile boolean isStopped;

    Relief(String name) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Looks after these from now on. */
    void start(List<Loop> all) {
        loops = all;
        thread.start();
    }

    /** A loop has begun with work. */
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
            } catch (Throwable failed) { // such as for want of memory; the next look tries again
                try {
                    isAsleep = false;
                    LockSupport.parkNanos(LOOK_NANOS);
                    told(failed);
                } catch (Throwable untold) {
                    failures = 0; // the next one is told
                }
            }
        }
    }

    /** After so many looks that found no work; returns how many it is now. */
    private int look(int idle) {
        isAsleep = idle >= LOOKS_MAX;
        boolean isWorking = loops.stream().anyMatch(Loop::isWorking); // after the word that it sleeps
        if (isAsleep && !isWorking) {
            LockSupport.park(this);
            return 0;
        }
        isAsleep = false;
        LockSupport.parkNanos(this, LOOK_NANOS);
        loops.forEach(this::relieve);
        return isWorking ? 0 : idle + 1;
    }

    /** What can't be done now is tried at the next look. */
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
