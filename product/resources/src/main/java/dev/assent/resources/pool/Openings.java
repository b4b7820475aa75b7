package dev.assent.resources.pool;

import dev.assent.resources.room.PoolGate;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections for callers on virtual threads, concurrently, each on its own platform thread.
 *
 * <p>Agroal lets a platform thread open the connection that it needs. For virtual threads it has one thread that opens
 * one connection after the other: a driver may connect inside {@code synchronized}, which holds the carrier of a
 * virtual thread before Java 24. If a login takes long, most callers of an empty pool would wait for other callers'
 * logins until their time is over. So:
 *
 * <ol>
 *   <li>A caller that the gate has admitted compares the number of connections and of openings, by all threads, with
 *       the number of callers inside. If there are fewer, it starts one opening, and waits for it. So there are never
 *       more than the gate admits.
 *   <li>An open connection becomes ready. Then the caller asks Agroal, whose thread takes the ready one, and opens
 *       none.
 *   <li>While callers are here and none is ready, that thread refuses at once ({@link NotReadyException}), since all
 *       others wait behind it; the caller begins again.
 *   <li>A caller that leaves closes the ready connections that the other callers here don't need: it has found an idle
 *       one.
 * </ol>
 *
 * <p>Thread safety: safe to share.
 */
final class Openings {
    /** Opens a connection on the calling thread. */
    interface Way {
        PooledXaConnection open() throws SQLException;
    }

    /** Agroal's thread must not open a connection now. */
    static final class NotReadyException extends SQLException {
        private static final long serialVersionUID = 1L;

        NotReadyException() {
            super("the connection is opened by another thread", ToldException.NOT_CONNECTED);
        }
    }

    private final String pool;
    private final PoolCounters counters;
    private final PoolGate gate;
    private final AtomicInteger openings = new AtomicInteger();
    private final AtomicInteger callers = new AtomicInteger();
    private final Queue<PooledXaConnection> ready = new ConcurrentLinkedQueue<>();

    /** Whether the calling thread opens connections itself, and must not be refused. */
    private final ThreadLocal<Boolean> opensItself = ThreadLocal.withInitial(() -> false);

    /** The connection that Agroal sets up on the calling thread. */
    private final ThreadLocal<@Nullable PooledXaConnection> inSetup = new ThreadLocal<>();

    Openings(String pool, PoolCounters counters, PoolGate gate) {
        this.pool = pool;
        this.counters = counters;
        this.gate = gate;
    }

    /** Sets whether the calling thread, a platform thread, opens a connection itself while it asks Agroal. */
    void opensItself(boolean isSo) {
        if (isSo) {
            opensItself.set(true);
        } else {
            opensItself.remove();
        }
    }

    /** A caller on a virtual thread enters, until it {@linkplain #leave leaves}. */
    void enter() {
        callers.incrementAndGet();
    }

    /** The caller has its connection, or gets none. */
    void leave() {
        callers.decrementAndGet();
        closeSurplus();
    }

    private void closeSurplus() {
        while (ready.size() > callers.get()) {
            PooledXaConnection surplus = ready.poll();
            if (surplus == null) {
                return;
            }
            start("close", () -> close(surplus));
        }
    }

    private static void close(PooledXaConnection connection) {
        try {
            connection.close();
        } catch (Throwable broken) {
            // nobody has used it
        }
    }

    /**
     * Starts an opening, if there are too few, and waits for it.
     *
     * @return false when that takes too long
     * @throws SQLException when it can't be opened
     */
    boolean await(Way way, long nanosMax) throws SQLException, InterruptedException {
        if (!isNeeded()) {
            return true;
        }
        CompletableFuture<Boolean> isThere = new CompletableFuture<>();
        try {
            start("open", () -> open(way, isThere));
        } catch (Error noThread) {
            openings.decrementAndGet();
            throw noThread;
        }
        try {
            return isThere.get(nanosMax, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof SQLException told) {
                throw told;
            }
            throw new SQLException(failed.getCause());
        }
    }

    private boolean isNeeded() {
        for (; ; ) {
            int now = openings.get();
            if (counters.open().size() + now >= gate.inside()) {
                return false;
            }
            if (openings.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    private void open(Way way, CompletableFuture<Boolean> isThere) {
        try {
            ready.add(way.open());
            isThere.complete(true);
        } catch (Throwable failed) {
            isThere.completeExceptionally(failed);
        } finally {
            openings.decrementAndGet();
            closeSurplus(); // its caller may have left meanwhile
        }
    }

    private void start(String what, Runnable work) {
        Thread thread = new Thread(work, "assent-pool-" + pool + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * For Agroal, on the thread on which it makes a connection: a ready one, or one that this thread opens.
     *
     * @throws NotReadyException when this thread must not open one now
     * @throws SQLException when it can't be opened
     */
    PooledXaConnection take(Way way) throws SQLException {
        PooledXaConnection next = ready.poll();
        if (next == null) {
            if (callers.get() > 0 && !opensItself.get()) {
                throw new NotReadyException();
            }
            next = openHere(way);
        }
        inSetup.set(next);
        return next;
    }

    private PooledXaConnection openHere(Way way) throws SQLException {
        openings.incrementAndGet();
        try {
            return way.open();
        } finally {
            openings.decrementAndGet();
        }
    }

    /** Agroal has set up the connection that this thread took, and has it in its pool. */
    void isSetUp() {
        inSetup.remove();
    }

    /** Agroal has failed to set up the connection that this thread took, if any, and forgets it. */
    void isNotSetUp() {
        PooledXaConnection failed = inSetup.get();
        if (failed != null) {
            inSetup.remove();
            start("close", () -> close(failed));
        }
    }
}
