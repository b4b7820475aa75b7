package dev.assent.core.adapter;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Makes the threads that block in resources: virtual ones if the JDK has them (21 and later), otherwise a bounded pool
 * of daemon threads that refuses work while all are busy.
 */
public final class Workers {
    private static final String NAME = "assent-worker-";
    private static final long IDLE_SECONDS = 30;
    private static final long POLL_NANOS = 2_000_000;

    private Workers() {}

    /**
     * Waits until a condition holds, or the time is over; an interrupt does not end the wait.
     *
     * @param endNanos by {@link SystemClock#nanos}
     */
    public static void await(BooleanSupplier isDone, long endNanos) {
        boolean interrupted = Thread.interrupted();
        while (!isDone.getAsBoolean() && System.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(POLL_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Takes no more work, and waits until the threads have ended, or the time is over.
     *
     * @param endNanos by {@link SystemClock#nanos}
     */
    static void end(ExecutorService workers, long endNanos) {
        workers.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            boolean ignored = workers.awaitTermination(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** At most {@code threadsMax} threads, or virtual ones; named {@code assent-worker-N}. */
    public static ExecutorService create(int threadsMax) {
        try {
            return virtual();
        } catch (NoSuchMethodException before21) {
            return new ThreadPoolExecutor(
                    0, threadsMax, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), daemonsNamed(NAME));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("no virtual threads, though the JDK has them", impossible);
        }
    }

    /** At most so many daemon threads, with a queue; a thread ends after a second without work. */
    public static ExecutorService daemons(String namePrefix, int threadsMax) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threadsMax, threadsMax, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemonsNamed(namePrefix));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** At most so many daemon threads, without a queue: refuses work while all are busy. */
    static ExecutorService daemonsWithoutQueue(String namePrefix, int threadsMax) {
        return new ThreadPoolExecutor(
                0, threadsMax, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), daemonsNamed(namePrefix));
    }

    private static ThreadFactory daemonsNamed(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ExecutorService virtual() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> type = Class.forName("java.lang.Thread$Builder");
        type.getMethod("name", String.class, long.class).invoke(builder, NAME, 1L);
        Object factory = type.getMethod("factory").invoke(builder);
        return (ExecutorService) Executors.class
                .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, factory);
    }
}
