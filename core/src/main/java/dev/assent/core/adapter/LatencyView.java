package dev.assent.core.adapter;

import dev.assent.core.metrics.LatencySnapshot;

/** Latencies in the form that JMX shows. Immutable. */
public final class LatencyView {
    private final LatencySnapshot latency;

    LatencyView(LatencySnapshot latency) {
        this.latency = latency;
    }

    /** How many. */
    public long getCount() {
        return latency.count();
    }

    /** The mean. */
    public double getMeanMicros() {
        return latency.meanNanos() / 1e3;
    }

    /** The median. */
    public double getMedianMicros() {
        return micros(0.5);
    }

    /** The 99th percentile. */
    public double getPercentile99Micros() {
        return micros(0.99);
    }

    /** The maximum. */
    public double getMaxMicros() {
        return micros(1);
    }

    private double micros(double share) {
        return latency.quantileNanos(share) / 1e3;
    }
}
