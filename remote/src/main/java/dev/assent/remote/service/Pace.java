package dev.assent.remote.service;

import dev.assent.core.time.Clock;

/**
 * How long the work of a method takes: whether it has been short for some time, so that the next is likely to be, and
 * whoever does it can wait for it.
 *
 * <p>Thread safety: all methods may be called by any thread; a race makes it wrong about one call.
 */
final class Pace {
    private static final long SHORT_NANOS_MAX = 100_000;
    private static final int SHORT_RUNS = 16;
    private static final long NOT_RUNNING = Long.MIN_VALUE;

    private final Clock clock;
    private volatile int shortRuns;
    private volatile long sinceNanos = NOT_RUNNING;

    Pace(Clock clock) {
        this.clock = clock;
    }

    /** Whether it has been short, and is not longer now. */
    boolean isShort() {
        if (shortRuns < SHORT_RUNS) {
            return false;
        }
        long since = sinceNanos;
        return since == NOT_RUNNING || clock.nanos() - since <= SHORT_NANOS_MAX;
    }

    /** Does it once. */
    void run(Runnable work) {
        long since = clock.nanos();
        sinceNanos = since;
        try {
            work.run();
        } finally {
            sinceNanos = NOT_RUNNING;
            boolean isShort = clock.nanos() - since <= SHORT_NANOS_MAX;
            shortRuns = isShort ? Math.min(SHORT_RUNS, shortRuns + 1) : 0;
        }
    }
}
