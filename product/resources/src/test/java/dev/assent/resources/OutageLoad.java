package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.resources.node.Node;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that make transactions one after the other, half of them on two databases and half of them on
 * the first alone, and keep what became of each.
 */
final class OutageLoad implements AutoCloseable {
    static final int THREADS_EACH = 3;

    /** So that a thread whose transactions fail at once does not fail a million times. */
    private static final int PAUSE_MILLIS = 5;

    private final Node node;
    private final AtomicInteger lastId = new AtomicInteger();
    private final AtomicInteger committed = new AtomicInteger();
    private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS_EACH);
    private final List<Future<?>> running = new ArrayList<>();
    private volatile boolean isOver;

    /**
     * One transaction.
     *
     * @param id of the row it makes
     * @param both whether it needs both databases
     * @param failure empty when it was committed, else all that the exception says
     */
    record Attempt(int id, boolean both, long beganNanos, long endedNanos, String failure) {}

    /** Starts at once. */
    OutageLoad(Node node) {
        this.node = node;
        for (int i = 0; i < 2 * THREADS_EACH; i++) {
            boolean both = i % 2 == 0;
            running.add(threads.submit(() -> {
                while (!isOver) {
                    attempts.add(attempt(both));
                    Thread.sleep(PAUSE_MILLIS);
                }
                return null;
            }));
        }
    }

    private Attempt attempt(boolean both) throws Exception {
        int id = lastId.incrementAndGet();
        long beganNanos = System.nanoTime();
        String failure = "";
        try {
            transfer(id, both);
            committed.addAndGet(both ? 1 : 0);
        } catch (Exception failed) {
            failure = said(failed);
        }
        return new Attempt(id, both, beganNanos, System.nanoTime(), failure);
    }

    private void transfer(int id, boolean both) throws Exception {
        TransactionManager manager = node.transactionManager();
        manager.begin();
        try {
            insert(node.dataSource("orders"), id);
            if (both) {
                insert(node.dataSource("stock"), id);
            }
        } catch (SQLException failed) {
            manager.rollback();
            throw failed;
        }
        manager.commit();
    }

    /** Everything a stack trace shows. */
    private static String said(Throwable failed) {
        StringBuilder text = new StringBuilder(failed.toString());
        for (Throwable each : failed.getSuppressed()) {
            text.append("\n  ").append(said(each));
        }
        return failed.getCause() == null ? text.toString() : text + "\n  " + said(failed.getCause());
    }

    /** How many on both databases. */
    int committed() {
        return committed.get();
    }

    /** Those that began and ended within this time. */
    List<Attempt> between(long fromNanos, long toNanos) {
        return attempts.stream()
                .filter(each -> each.beganNanos() - fromNanos > 0 && toNanos - each.endedNanos() > 0)
                .toList();
    }

    List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** For people. */
    static String summary(List<Attempt> during) {
        long[] millis = during.stream()
                .filter(Attempt::both)
                .mapToLong(each -> (each.endedNanos() - each.beganNanos()) / 1_000_000)
                .sorted()
                .toArray();
        return String.format(
                "%,d transactions that needed it failed after %d ms (median) to %d ms (longest), %,d others were"
                        + " committed",
                millis.length, millis[millis.length / 2], millis[millis.length - 1], during.size() - millis.length);
    }

    /** Ends the load, and fails when a thread did. */
    void stop() throws Exception {
        isOver = true;
        for (Future<?> each : running) {
            each.get();
        }
    }

    @Override
    public void close() throws InterruptedException {
        isOver = true;
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.HOURS)).isTrue();
    }
}
