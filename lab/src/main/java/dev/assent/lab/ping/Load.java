package dev.assent.lab.ping;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Threads that call as fast as they get replies. They and their connections stay from one slice to the next.
 *
 * <p>Thread safety: one thread.
 */
final class Load implements AutoCloseable {
    /** How many threads call at most. */
    static final int THREADS_MAX = 16;

    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 3;
    private static final int START_SECONDS_MAX = 60;
    private static final double MIDDLE = 50;
    private static final double SLOW = 99;

    private final PingClient client;
    private final List<Pinger> outside = new ArrayList<>();
    private final List<Pinger> inside = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS_MAX);

    Load(PingClient client) {
        this.client = client;
    }

    /** Runs a slice. */
    Slice run(Slice.Order order) throws Exception {
        List<Pinger> pingers = order.inTransaction() ? inside : outside;
        while (pingers.size() < order.threads()) {
            pingers.add(order.inTransaction() ? openInTransaction() : client.open());
        }
        CyclicBarrier start = new CyclicBarrier(order.threads());
        List<Callable<Calls>> work = new ArrayList<>();
        for (Pinger each : pingers.subList(0, order.threads())) {
            work.add(() -> call(each, start, TimeUnit.MILLISECONDS.toNanos(order.millis())));
        }
        Histogram all = new Histogram(NANOS_MAX, DIGITS);
        long startNanos = Long.MAX_VALUE;
        long endNanos = Long.MIN_VALUE;
        for (Future<Calls> each : threads.invokeAll(work)) {
            Calls calls = result(each);
            all.add(calls.nanos());
            startNanos = Math.min(startNanos, calls.startNanos());
            endNanos = Math.max(endNanos, calls.endNanos());
        }
        return new Slice(
                all.getTotalCount(),
                endNanos - startNanos,
                all.getValueAtPercentile(MIDDLE),
                all.getValueAtPercentile(SLOW));
    }

    /** An order is a text of another process: nothing else keeps it from naming what this client has not. */
    private Pinger openInTransaction() {
        if (client instanceof TransactionalClient transactional) {
            return transactional.openInTransaction();
        }
        throw new IllegalArgumentException(
                "no transaction can be in a call of " + client.getClass().getName());
    }

    private static Calls result(Future<Calls> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a ping failed", failed.getCause());
        }
    }

    /** What one thread has done. */
    private record Calls(Histogram nanos, long startNanos, long endNanos) {}

    private static Calls call(Pinger pinger, CyclicBarrier start, long forNanos) throws Exception {
        Histogram nanos = new Histogram(NANOS_MAX, DIGITS);
        pinger.begin();
        start.await(START_SECONDS_MAX, TimeUnit.SECONDS); // those whose begin has failed never come
        long startNanos = System.nanoTime();
        long before = startNanos;
        do {
            pinger.ping();
            long after = System.nanoTime();
            nanos.recordValue(Math.min(after - before, NANOS_MAX));
            before = after;
        } while (before - startNanos < forNanos);
        pinger.end();
        return new Calls(nanos, startNanos, before);
    }

    @Override
    public void close() throws Exception {
        threads.shutdownNow();
        client.close();
    }
}
