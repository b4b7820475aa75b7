package dev.assent.testkit;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;

/**
 * Waits in a test for what another thread or process does. All waits have one limit, which only a test that hangs reaches: a
 * machine may be ten times slower than another, and have other work besides. A test that measures time uses none of this.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Waiting {
    /** How long one wait lasts at most. */
    public static final Duration LIMIT = Duration.ofMinutes(10);

    /** The same for {@link java.net.Socket#setSoTimeout}. */
    public static final int MILLIS_MAX = (int) LIMIT.toMillis();

    private static final Duration POLL = Duration.ofMillis(2);
    private static final Duration POLL_MAX = Duration.ofSeconds(2);

    private Waiting() {}

    /** For a condition, which is looked at every two milliseconds. */
    public static ConditionFactory await() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(POLL).atMost(LIMIT);
    }

    /**
     * The same for a condition whose looks let time pass on a clock of the test: they become rarer, so that what is on its way
     * comes before its time is over, however slow the machine is.
     */
    public static ConditionFactory awaitWhileTimePasses() {
        return Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(IterativePollInterval.iterative(Waiting::longer, POLL))
                .atMost(LIMIT);
    }

    private static Duration longer(Duration last) {
        return last.compareTo(POLL_MAX) < 0 ? last.plus(last.dividedBy(2)) : last;
    }

    /** For a latch to open. */
    public static void await(CountDownLatch latch) throws InterruptedException {
        check(latch.await(MILLIS_MAX, TimeUnit.MILLISECONDS), "the latch has not opened");
    }

    /** For a result. */
    public static <T> T get(Future<T> result) throws ExecutionException, InterruptedException {
        try {
            return result.get(MILLIS_MAX, TimeUnit.MILLISECONDS);
        } catch (TimeoutException none) {
            throw late("there is no result");
        }
    }

    /** For the next element. */
    public static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(MILLIS_MAX, TimeUnit.MILLISECONDS);
        if (next == null) {
            throw late("nothing has come");
        }
        return next;
    }

    /** For a thread to end. */
    public static void join(Thread thread) throws InterruptedException {
        thread.join(MILLIS_MAX);
        check(!thread.isAlive(), thread + " has not ended");
    }

    /** For the threads of an executor that was shut down to end. */
    public static void join(ExecutorService executor) throws InterruptedException {
        check(executor.awaitTermination(MILLIS_MAX, TimeUnit.MILLISECONDS), "the threads have not ended");
    }

    /** For a process to end. */
    public static int join(Process process) throws InterruptedException {
        check(process.waitFor(MILLIS_MAX, TimeUnit.MILLISECONDS), process + " has not ended");
        return process.exitValue();
    }

    private static void check(boolean hasCome, String otherwise) {
        if (!hasCome) {
            throw late(otherwise);
        }
    }

    private static AssertionError late(String what) {
        String threads = Thread.getAllStackTraces().entrySet().stream()
                .map(each -> each.getKey() + "\n"
                        + Stream.of(each.getValue())
                                .map(frame -> "    at " + frame + "\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
        return new AssertionError(what + " for " + LIMIT.toSeconds() + " s; the threads:\n\n" + threads);
    }
}
