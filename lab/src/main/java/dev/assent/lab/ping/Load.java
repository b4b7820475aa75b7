package dev.assent.lab.ping;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
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
        List<Pinger> pingers = pingers(order.threads(), order.inTransaction());
        CyclicBarrier start = new CyclicBarrier(order.threads());
        List<Callable<Calls>> work = new ArrayList<>();
        for (Pinger each : pingers.subList(0, order.threads())) {
            work.add(() -> call(each, start, TimeUnit.MILLISECONDS.toNanos(order.millis())));
        }
        Histogram all = new Histogram(NANOS_MAX, DIGITS);
        long startNanos = Long.MAX_VALUE;
        long endNanos = Long.MIN_VALUE;
        for (Future<Calls> each : threads.invokeAll(work)) {
            Calls calls = Alternation.result(each);
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

    /** Calls by turns without a transaction and in one; {@code marks} is used as by {@link Alternation}. */
    void run(Alternation.Order order, LongConsumer marks) throws Exception {
        List<Pinger> without = pingers(order.threads(), false);
        List<Pinger> with = pingers(order.threads(), true);
        new Alternation().run(order, threads, without, with, marks);
    }

    /** So many at least. */
    private List<Pinger> pingers(int threads, boolean inTransaction) throws Exception {
        List<Pinger> pingers = inTransaction ? inside : outside;
        while (pingers.size() < threads) {
            pingers.add(inTransaction ? openInTransaction() : client.open());
        }
        return pingers;
    }

    /** An order is a text of another process, so it may ask for a transaction that this client can't have. */
    private Pinger openInTransaction() {
        if (client instanceof TransactionalClient transactional) {
            return transactional.openInTransaction();
        }
        throw new IllegalArgumentException(
                "no transaction can be in a call of " + client.getClass().getName());
    }

    /** The calls of one thread. */
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
