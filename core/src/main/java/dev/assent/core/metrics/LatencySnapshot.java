package dev.assent.core.metrics;

import java.util.Arrays;

/**
 * Counted latencies. A quantile is the upper edge of its bucket: never too small, and too large by less than a
 * sixteenth.
 *
 * <p>Immutable and safe to share.
 */
public final class LatencySnapshot {
    private final long[] counts;
    private final long sumNanos;

    LatencySnapshot(long[] counts, long sumNanos) {
        this.counts = counts;
        this.sumNanos = sumNanos;
    }

    /** The number of latencies. */
    public long count() {
        return Arrays.stream(counts).sum();
    }

    /** Their sum in nanoseconds. */
    public long sumNanos() {
        return sumNanos;
    }

    /**
     * How many are below a limit in nanoseconds: exact for a power of two; otherwise without those in the limit's
     * bucket.
     */
    public long countBelow(long nanos) {
        int end = Math.min(LatencyHistogram.bucket(Math.max(nanos, 0)), counts.length);
        return Arrays.stream(counts, 0, end).sum();
    }

    /** Their mean in nanoseconds; 0 if there are none. */
    public long meanNanos() {
        long count = count();
        return count == 0 ? 0 : sumNanos / count;
    }

    /**
     * The latency in nanoseconds that this share of all latencies does not exceed; 0 if there are none.
     *
     * @param share of all, above 0 and up to 1
     * @throws IllegalArgumentException if the share is not allowed
     */
    public long quantileNanos(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a share of " + share + " is not allowed; above 0 and up to 1 is");
        }
        long wanted = (long) Math.ceil(share * count());
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted && seen > 0) {
                return LatencyHistogram.upperNanos(bucket);
            }
        }
        return 0;
    }

    /** The largest latency in nanoseconds, by its bucket; 0 if there are none. */
    public long maxNanos() {
        return quantileNanos(1);
    }

    /** The latencies since an earlier snapshot. */
    LatencySnapshot since(LatencySnapshot earlier) {
        long[] difference = counts.clone();
        for (int bucket = 0; bucket < difference.length; bucket++) {
            difference[bucket] -= earlier.counts[bucket];
        }
        return new LatencySnapshot(difference, sumNanos - earlier.sumNanos);
    }

    /** For people: count, mean, median, 99th percentile and maximum in microseconds. */
    @Override
    public String toString() {
        return count() + " times, mean " + meanNanos() / 1000 + " us, median " + quantileNanos(0.5) / 1000 + " us, 99% "
                + quantileNanos(0.99) / 1000 + " us, max " + maxNanos() / 1000 + " us";
    }
}
