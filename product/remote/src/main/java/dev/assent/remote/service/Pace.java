package dev.assent.remote.service;

import dev.assent.core.time.Clock;
import java.util.function.Consumer;

/**
 * How long a method takes: whether it has been short for some time. Then the next call is likely to be short too, and
 * the thread that reads messages can run it.
 *
 * <p>Handing on the result may take ten times as long as the method, since it encodes a large reply, and on one
 * processor the receiver may run first. But it does not block, as an application's method may.
 *
 * <p>Thread safety: all methods may be called by any thread; a race makes it wrong about one call.
 */
final class Pace {
    private static final long WORK_NANOS_MAX = 100_000;
    private static final long WHOLE_NANOS_MAX = 1_000_000;
    private static final int SHORT_RUNS = 16;
    private static final long NOT_RUNNING = Long.MIN_VALUE;

    private final Clock clock;
    private volatile int shortRuns;
    private volatile long sinceNanos = NOT_RUNNING;

    Pace(Clock clock) {
        this.clock = clock;
    }

    /** Whether the method has been short, and no running call of it is long. */
    boolean isShort() {
        if (shortRuns < SHORT_RUNS) {
            return false;
        }
        long since = sinceNanos;
        return since == NOT_RUNNING || clock.nanos() - since <= WORK_NANOS_MAX;
    }

    /**
     * Runs the method once.
     *
     * @param work hands on its result, by any thread, perhaps after it has returned
     */
    <T> void run(Consumer<Consumer<T>> work, Consumer<T> reply) {
        Run run = new Run();
        try {
            work.accept(result -> {
                run.worked();
                reply.accept(result);
            });
        } finally {
            run.worked();
            boolean isShort = run.isShort && clock.nanos() - run.since <= WHOLE_NANOS_MAX;
            shortRuns = isShort ? Math.min(SHORT_RUNS, shortRuns + 1) : 0;
        }
    }

    private final class Run {
        final long since = clock.nanos();
        private volatile boolean isWorking = true;
        volatile boolean isShort;

        Run() {
            sinceNanos = since;
        }

        /** The first to say so counts. */
        void worked() {
            if (isWorking) {
                isWorking = false;
                isShort = clock.nanos() - since <= WORK_NANOS_MAX;
                sinceNanos = NOT_RUNNING;
            }
        }
    }
}
