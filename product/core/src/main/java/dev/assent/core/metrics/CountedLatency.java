package dev.assent.core.metrics;

import dev.assent.MetricsSnapshot;
import java.util.Arrays;

/** Counted latencies, in the buckets of a {@link LatencyHistogram}. Immutable and safe to share. */
final class CountedLatency implements MetricsSnapshot.Latency {
    private final long[] counts;
    private final long sumNanos;

    CountedLatency(long[] counts, long sumNanos) {
        this.counts = counts;
        this.sumNanos = sumNanos;
    }

    @Override
    public long count() {
        return Arrays.stream(counts).sum();
    }

    @Override
    public long sumNanos() {
        return sumNanos;
    }

    @Override
    public long countBelow(long nanos) {
        int end = Math.min(LatencyHistogram.bucket(Math.max(nanos, 0)), counts.length);
        return Arrays.stream(counts, 0, end).sum();
    }

    @Override
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

    @Override
    public MetricsSnapshot.Latency since(MetricsSnapshot.Latency earlier) {
        CountedLatency before = (CountedLatency) earlier;
        long[] difference = counts.clone();
        for (int bucket = 0; bucket < difference.length; bucket++) {
            difference[bucket] -= before.counts[bucket];
        }
        return new CountedLatency(difference, sumNanos - before.sumNanos);
    }

    /** For people: count, mean, median, 99th percentile and maximum in microseconds. */
    @Override
    public String toString() {
        return count() + " times, mean " + meanNanos() / 1000 + " us, median " + quantileNanos(0.5) / 1000 + " us, 99% "
                + quantileNanos(0.99) / 1000 + " us, max " + maxNanos() / 1000 + " us";
    }
}
