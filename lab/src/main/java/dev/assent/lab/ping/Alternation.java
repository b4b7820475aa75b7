package dev.assent.lab.ping;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * Threads that call without a pause, by turns without a transaction and in one. From one turn to the next nothing else
 * changes: no thread begins or ends, and so the system has no reason to put a process on another CPU.
 *
 * <p>Thread safety: one thread.
 */
final class Alternation {
    /**
     * The order to alternate. Its first word distinguishes its text from that of a {@link Slice.Order}.
     *
     * @param threads that call
     * @param turns how many; {@link ContextCost#isInTransaction} says which are in a transaction
     * @param millis how long each is
     */
    record Order(int threads, int turns, int millis) {
        private static final String WORD = "alternate";

        static boolean isMeant(String text) {
            return text.startsWith(WORD);
        }

        static Order parse(String text) {
            String[] words = text.split(" ");
            return new Order(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
        }

        String toText() {
            return WORD + " " + threads + " " + turns + " " + millis;
        }
    }

    private final LongAdder calls = new LongAdder();
    private volatile boolean isInTransaction;
    private volatile boolean isOver;

    /**
     * Alternates.
     *
     * @param outside for each thread, its caller without a transaction
     * @param inside for each thread, its caller in a transaction of its own
     * @param marks receives the number of calls so far: at the beginning, and at the end of each turn
     */
    void run(Order order, ExecutorService threads, List<Pinger> outside, List<Pinger> inside, LongConsumer marks)
            throws Exception {
        List<Future<?>> work = new ArrayList<>();
        for (int i = 0; i < order.threads(); i++) {
            Pinger without = outside.get(i);
            Pinger with = inside.get(i);
            work.add(threads.submit(() -> {
                call(without, with);
                return null;
            }));
        }
        try {
            TimeUnit.MILLISECONDS.sleep(order.millis());
            marks.accept(calls.sum());
            for (int turn = 0; turn < order.turns(); turn++) {
                isInTransaction = ContextCost.isInTransaction(turn);
                TimeUnit.MILLISECONDS.sleep(order.millis());
                marks.accept(calls.sum());
            }
        } finally {
            isOver = true;
        }
        for (Future<?> each : work) {
            result(each);
        }
    }

    private void call(Pinger without, Pinger with) throws Exception {
        boolean isInside = false;
        while (!isOver) {
            if (isInside != isInTransaction) {
                if (isInside) {
                    with.end();
                } else {
                    with.begin();
                }
                isInside = !isInside;
            }
            (isInside ? with : without).ping();
            calls.increment();
        }
        if (isInside) {
            with.end();
        }
    }

    /** The result of a thread, at its end. */
    static <T> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a ping failed", failed.getCause());
        }
    }
}
