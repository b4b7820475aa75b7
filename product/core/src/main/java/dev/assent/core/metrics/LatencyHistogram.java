package dev.assent.core.metrics;

import dev.assent.MetricsSnapshot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Counts latencies in log-linear buckets: each power of two of nanoseconds is divided into 16 buckets of equal width,
 * so that no bucket is wider than a sixteenth of its latencies. Latencies of more than 36 minutes count as 36 minutes.
 *
 * <p>Recording is one atomic addition for the bucket and one for the sum, on one of a few arrays that the threads
 * share; each array is made when its first thread comes.
 *
 * <p>Thread safety: any thread may call all methods; none blocks.
 */
final class LatencyHistogram {
    /** The largest latency that has its own bucket. */
    static final long NANOS_MAX = (1L << 41) - 1;

    private static final int SUB_BITS = 4;
    private static final int SUBS = 1 << SUB_BITS;
    private static final int BUCKETS = (41 - SUB_BITS + 1) * SUBS;

    /** The index of the sum of all latencies, after the buckets. */
    private static final int SUM_AT = BUCKETS;

    private static final int STRIPES = 4;
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private final AtomicReferenceArray<long[]> stripes = new AtomicReferenceArray<>(STRIPES);

    /** Counts one latency. A negative one, from a clock that went back, counts as 0. */
    void record(long nanos) {
        long counted = Math.min(Math.max(nanos, 0), NANOS_MAX);
        long[] cells = cells((int) Thread.currentThread().getId() & (STRIPES - 1));
        long unused = (long) CELL.getAndAdd(cells, bucket(counted), 1L);
        unused = (long) CELL.getAndAdd(cells, SUM_AT, counted);
    }

    private long[] cells(int stripe) {
        long[] known = stripes.get(stripe);
        if (known != null) {
            return known;
        }
        long[] made = new long[BUCKETS + 1];
        return stripes.compareAndSet(stripe, null, made) ? made : stripes.get(stripe);
    }

    static int bucket(long nanos) {
        if (nanos < SUBS) {
            return (int) nanos;
        }
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        return (power - SUB_BITS + 1) * SUBS + (int) (nanos >>> (power - SUB_BITS)) - SUBS;
    }

    /** The largest latency that a bucket counts. */
    static long upperNanos(int bucket) {
        if (bucket < SUBS) {
            return bucket;
        }
        int shift = bucket / SUBS - 1;
        return ((long) (SUBS + bucket % SUBS + 1) << shift) - 1;
    }

    /** All latencies counted so far; those that are being recorded may be missing. */
    MetricsSnapshot.Latency snapshot() {
        long[] counts = new long[BUCKETS];
        long sum = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            long[] cells = stripes.get(stripe);
            if (cells != null) {
                for (int bucket = 0; bucket < BUCKETS; bucket++) {
                    counts[bucket] += (long) CELL.getVolatile(cells, bucket);
                }
                sum += (long) CELL.getVolatile(cells, SUM_AT);
            }
        }
        return new CountedLatency(counts, sum);
    }
}
