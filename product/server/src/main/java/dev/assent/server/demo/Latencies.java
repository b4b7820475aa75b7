package dev.assent.server.demo;

import java.util.Arrays;

/**
 * How long each piece of work took, every one kept, so that percentiles are exact.
 *
 * <p>Thread safety: immutable.
 */
final class Latencies {
    private final long[] sortedNanos;

    /** Takes a copy; in nanoseconds. */
    Latencies(long[] nanos) {
        sortedNanos = nanos.clone();
        Arrays.sort(sortedNanos);
    }

    /** The mean in milliseconds. */
    double meanMillis() {
        return Arrays.stream(sortedNanos).average().orElse(0) / 1e6;
    }

    /**
     * The least duration that at least this share of all did not exceed, in milliseconds.
     *
     * @param share above 0, at most 1
     */
    double percentileMillis(double share) {
        if (sortedNanos.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(share * sortedNanos.length);
        return sortedNanos[Math.max(1, rank) - 1] / 1e6;
    }
}
