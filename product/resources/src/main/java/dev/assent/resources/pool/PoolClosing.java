package dev.assent.resources.pool;

import dev.assent.core.Closing;
import dev.assent.core.adapter.Aside;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.Workers;
import dev.assent.resources.room.ClosedInTime;
import io.agroal.api.AgroalDataSource;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * Closes the connections of a pool by a deadline. A driver that closes a connection may wait for its server, or for a
 * thread in one of its calls, for ever:
 *
 * <ol>
 *   <li>Close all, concurrently, and Agroal's pool with them.
 *   <li>When half of the time is over, cut those that are still open.
 *   <li>Wait for connections that are being made. No new ones begin, even for a caller whose connection was cut.
 *   <li>When the time is over, leave the rest and report it. It ends with the process.
 * </ol>
 *
 * <p>Thread safety: for one thread.
 */
final class PoolClosing {
    private static final int THREADS_MAX = 32;

    private final String pool;
    private final AgroalDataSource agroal;
    private final PoolCounters counters;

    PoolClosing(String pool, AgroalDataSource agroal, PoolCounters counters) {
        this.pool = pool;
        this.agroal = agroal;
        this.counters = counters;
    }

    /** Closes them, and reports the rest. */
    void close(Closing closing) {
        counters.close();
        long endNanos = closing.until(ClosedInTime.IN_TIME);
        long now = SystemClock.INSTANCE.nanos();
        String threads = "assent-pool-" + pool + "-close";
        Aside aside = new Aside(threads);
        aside.run("pool", agroal::close); // it admits no caller from now on
        forEachOpen(threads + "-connection-", PooledXaConnection::close, now + (endNanos - now) / 2); // 1
        forEachOpen(threads + "-cut-", PooledXaConnection::cut, endNanos); // 2
        aside.await(endNanos);
        Workers.await(() -> counters.underWay() == 0, endNanos); // 3
        int open = counters.open().size();
        int opening = counters.underWay();
        if (open > 0 || opening > 0) { // 4
            closing.left("pool '" + pool + "', whose database does not answer (connections still open: " + open
                    + ", being made: " + opening + ")");
        }
    }

    private interface Way {
        void end(PooledXaConnection connection) throws SQLException;
    }

    /** Runs the {@link Way} for each open one, and waits until none is open. */
    private void forEachOpen(String threads, Way way, long endNanos) {
        List<PooledXaConnection> all = List.copyOf(counters.open());
        if (all.isEmpty()) {
            return;
        }
        ExecutorService executor = Workers.daemons(threads, THREADS_MAX);
        try {
            for (PooledXaConnection each : all) {
                executor.execute(() -> {
                    try {
                        way.end(each);
                    } catch (Throwable broken) {
                        // nobody can use it any more
                    }
                });
            }
            Workers.await(() -> counters.open().isEmpty(), endNanos);
        } catch (OutOfMemoryError noThread) {
            // the caller reports those that are still open
        } finally {
            executor.shutdown();
        }
    }
}
