package dev.assent.core.adapter;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Makes the threads that block in resources: virtual ones where the JDK has them (21 and later), else a
 * bounded pool of daemon threads that refuses work when all are busy.
 */
public final class Workers {
    private static final long IDLE_SECONDS = 30;
    private static final long POLL_NANOS = 2_000_000;

    private Workers() {}

    /**
     * Ends the threads once nothing is under way, or the time is over; threads that are still blocked then
     * are interrupted.
     */
    public static void close(ExecutorService workers, BooleanSupplier isIdle, int secondsMax) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(secondsMax);
        while (!isIdle.getAsBoolean() && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        workers.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            if (!workers.awaitTermination(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** At most {@code threadsMax} threads, when they are not virtual. */
    public static ExecutorService create(int threadsMax) {
        try {
            MethodHandle virtual = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (ExecutorService) virtual.invoke();
        } catch (NoSuchMethodException before21) {
            AtomicInteger number = new AtomicInteger();
            return new ThreadPoolExecutor(
                    0, threadsMax, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                        Thread thread = new Thread(work, "assent-worker-" + number.incrementAndGet());
                        thread.setDaemon(true);
                        return thread;
                    });
        } catch (Throwable impossible) {
            throw new IllegalStateException("no virtual threads, though the JDK has them", impossible);
        }
    }
}
