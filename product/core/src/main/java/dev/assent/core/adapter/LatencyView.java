package dev.assent.core.adapter;

import dev.assent.MetricsSnapshot;
import java.util.Map;
import java.util.TreeMap;

/** Latencies in the form for JMX, in nanoseconds. Immutable. */
public final class LatencyView {
    /** About a microsecond. */
    private static final int FIRST_POWER = 10;

    /** About 69 seconds: longer than the time of most transactions. */
    private static final int LAST_POWER = 36;

    private final MetricsSnapshot.Latency latency;

    LatencyView(MetricsSnapshot.Latency latency) {
        this.latency = latency;
    }

    /** The number of latencies. */
    public long getCount() {
        return latency.count();
    }

    /** Their sum, in nanoseconds. */
    public long getSumNanos() {
        return latency.sumNanos();
    }

    /** The mean, in nanoseconds. */
    public long getMeanNanos() {
        return latency.meanNanos();
    }

    /** The median, in nanoseconds. */
    public long getMedianNanos() {
        return latency.quantileNanos(0.5);
    }

    /** The 99th percentile, in nanoseconds. */
    public long getPercentile99Nanos() {
        return latency.quantileNanos(0.99);
    }

    /** The maximum, in nanoseconds. */
    public long getMaxNanos() {
        return latency.maxNanos();
    }

    /**
     * The histogram: how many are below each power of two of nanoseconds from 2^10, about a microsecond, to 2^36,
     * about 69 seconds. Each includes those before it; the limits are always the same.
     */
    public Map<Long, Long> getCountBelowNanos() {
        Map<Long, Long> counts = new TreeMap<>();
        for (int power = FIRST_POWER; power <= LAST_POWER; power++) {
            counts.put(1L << power, latency.countBelow(1L << power));
        }
        return counts;
    }
}
