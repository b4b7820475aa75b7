package dev.assent.resources;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What happens in a pool, counted. Thread safety: safe to share. */
final class PoolCounters {
    final LongAdder created = new LongAdder();
    final LongAdder destroyed = new LongAdder();
    final LongAdder leaked = new LongAdder();
    final LongAdder reclaimed = new LongAdder();
    final LongAdder timeouts = new LongAdder();

    private record Failure(ToldException told, long atNanos) {}

    private volatile @Nullable Failure lastFailure;

    /** A connection could not be made. */
    void notConnected(ToldException told) {
        lastFailure = new Failure(told, System.nanoTime());
    }

    /** Why a connection could not be made, if that happened at this time or later. */
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
