package dev.assent.resources;

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
 * Opens connections for callers on virtual threads, side by side, each on a platform thread of its own.
 *
 * <p>Agroal lets a platform thread open the connection that it needs. For virtual threads it has one thread that opens one
 * connection after the other: a driver may connect inside {@code synchronized}, which holds the carrier of a virtual thread
 * before Java 24. When a login takes long, most callers of an empty pool would wait for those of others until their time is
 * over. So:
 *
 * <ol>
 *   <li>A caller that was let in by the gate looks whether there are as many connections, or openings by whatever thread, as
 *       callers inside.
 *       If there are fewer, it has one opened, and waits for that: there are never more than the gate lets in.
 *   <li>An open connection becomes ready. Then the caller asks Agroal, whose thread takes what is ready, and opens nothing.
 *   <li>While callers are here and nothing is ready, that thread refuses at once ({@link NotReadyException}), since all
 *       others wait behind it; the caller begins again.
 *   <li>A caller that leaves closes what is ready and more than others here can use: it has found an idle one instead.
 * </ol>
 *
 * <p>Thread safety: safe to share.
 */
final class Openings {
    /** Opens a connection on the calling thread. */
    interface Way {
        PooledXaConnection open() throws SQLException;
    }

    /** Agroal's thread is not to open a connection now. */
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

    /** Whether the calling thread opens what it needs, and need not be refused. */
    private final ThreadLocal<Boolean> opensItself = ThreadLocal.withInitial(() -> false);

    /** What Agroal sets up on the calling thread. */
    private final ThreadLocal<@Nullable PooledXaConnection> inSetup = new ThreadLocal<>();

    Openings(String pool, PoolCounters counters, PoolGate gate) {
        this.pool = pool;
        this.counters = counters;
        this.gate = gate;
    }

    /** Whether the calling thread, a platform thread, opens by itself what it needs while it asks Agroal. */
    void opensItself(boolean isSo) {
        if (isSo) {
            opensItself.set(true);
        } else {
            opensItself.remove();
        }
    }

    /** A caller on a virtual thread is here until it {@linkplain #leave leaves}. */
    void enter() {
        callers.incrementAndGet();
    }

    /** It has its connection, or gets none. */
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
        } catch (SQLException broken) {
            // nobody has used it
        }
    }

    /**
     * Has one opened, if there are too few, and waits for it.
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
            closeSurplus(); // its caller may have gone meanwhile
        }
    }

    private void start(String what, Runnable work) {
        Thread thread = new Thread(work, "assent-pool-" + pool + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * For Agroal, on the thread that it makes a connection with: one that is ready, or one that this thread opens.
     *
     * @throws NotReadyException when it is to open none now
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

    /** Agroal has set up what this thread took, and has it in its pool. */
    void isSetUp() {
        inSetup.remove();
    }

    /** Agroal has failed to set up what this thread took, if it took one, and forgets it. */
    void isNotSetUp() {
        PooledXaConnection failed = inSetup.get();
        if (failed != null) {
            inSetup.remove();
            start("close", () -> close(failed));
        }
    }
}
