package dev.assent.lab.experiment;

import java.util.Locale;

/**
 * How often an experiment does something, and which part of it is timed. There are so many series, each by processes of
 * its own, with a warm-up and then timed laps. Immutable.
 *
 * <p>A lap is what some papers call a step; here a step is a part of an iteration.
 *
 * @param series how often the experiment starts its processes again
 * @param warmUp iterations of each series that are not measured
 * @param laps of each series, after that
 * @param iterations of each lap; their mean is recorded; 1 when each is timed by itself
 */
public record Amount(int series, int warmUp, int laps, int iterations) {
    /** A quick run warms up for longer than it measures: a JVM needs that whatever is wanted of it. */
    private static final int QUICK_WARM_UP_DIVISOR = 4;

    private static final int QUICK_DIVISOR = 20;

    /** Each iteration is timed by itself, once it is warm. */
    public static Amount ofCalls(int warmUp, int measured) {
        return new Amount(1, warmUp, measured, 1);
    }

    /** The same with another warm-up. */
    Amount warmedBy(int calls) {
        return new Amount(series, calls, laps, iterations);
    }

    /** As much of it as shows that all works, and about how fast: one series, of a twentieth, but of one at least. */
    public Amount quick() {
        int warm = Math.max(1, warmUp / QUICK_WARM_UP_DIVISOR);
        return iterations < QUICK_DIVISOR
                ? new Amount(1, warm, Math.max(1, laps / QUICK_DIVISOR), iterations)
                : new Amount(1, warm, laps, iterations / QUICK_DIVISOR);
    }

    /** For people. */
    @Override
    public String toString() {
        String warm = String.format(Locale.ROOT, "%,d to warm up, ", warmUp);
        return iterations == 1
                ? warm + String.format(Locale.ROOT, "%,d measured", laps)
                : warm + String.format(Locale.ROOT, "%,d steps of %,d, in %,d series", laps, iterations, series);
    }
}
