package dev.assent.resources.pool;

import dev.assent.resources.PoolStatistics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the events of a pool. Thread safety: safe to share. */
final class PoolCounters {
    final LongAdder created = new LongAdder();
    final LongAdder destroyed = new LongAdder();
    final LongAdder leaked = new LongAdder();
    final LongAdder reclaimed = new LongAdder();
    final LongAdder timeouts = new LongAdder();

    /** The start of each opening under way, by {@link System#nanoTime}. */
    private final Map<Object, Long> connecting = new ConcurrentHashMap<>();

    /** The physical connections, from their opening until their driver has closed them. */
    private final Set<PooledXaConnection> open = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    private record Failure(ToldException told, long atNanos) {}

    private volatile @Nullable Failure lastFailure;

    /** A connection is about to be made; pass the result to {@link #connectingEnded}. */
    Object connecting() {
        Object opening = new Object();
        connecting.put(opening, System.nanoTime());
        return opening;
    }

    /** That opening has succeeded or failed. */
    void connectingEnded(Object opening) {
        connecting.remove(opening);
    }

    /** How many connections are being made. */
    int underWay() {
        return connecting.size();
    }

    /** The age of the oldest opening under way; 0 when there is none. */
    long underWayMillis() {
        long now = System.nanoTime();
        return connecting.values().stream()
                        .mapToLong(since -> now - since)
                        .max()
                        .orElse(0)
                / 1_000_000;
    }

    /**
     * A connection was made.
     *
     * @return false when the pool was closed meanwhile: nobody gets it
     */
    boolean connected(PooledXaConnection made) {
        open.add(made);
        created.increment();
        lastFailure = null;
        return !closed;
    }

    /** The driver has closed one, or has failed to. */
    void gone(PooledXaConnection connection) {
        open.remove(connection);
    }

    /** From now on no connections are made or kept. */
    void close() {
        closed = true;
    }

    /** Whether no more connections are made. */
    boolean isClosed() {
        return closed;
    }

    /** The connections that the driver has not closed. */
    Set<PooledXaConnection> open() {
        return open;
    }

    /** A connection could not be made. */
    void notConnected(ToldException told) {
        lastFailure = new Failure(told, System.nanoTime());
    }

    /** Why no connection can be made, if that was found at this time or later and still holds. */
    @Nullable ToldException notConnectedSince(long nanos) {
        Failure last = lastFailure;
        return last != null && last.atNanos - nanos >= 0 ? last.told : null;
    }

    PoolStatistics snapshot(int connectionsMax, int inUse, int waiting) {
        long gone = destroyed.sum();
        long made = created.sum();
        int idle = (int) Math.max(0, made - gone - inUse);
        return new PoolStatistics(
                connectionsMax, inUse, idle, waiting, made, gone, leaked.sum(), reclaimed.sum(), timeouts.sum());
    }
}
