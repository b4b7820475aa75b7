package dev.assent.lab;

import java.util.List;

/**
 * A median, and the two values between which the true one lies with a confidence of 95 %. It holds for every
 * distribution: each value is as likely above the true median as below it, so the number above is binomial (order
 * statistics; the sign test turned round).
 *
 * @param median of the values
 * @param low the lower end; not a number with fewer than six values, which say too little
 * @param high the upper end; not a number when {@code low} is not
 */
public record MedianInterval(double median, double low, double high) {
    /** How likely the true median may be beyond each end. */
    private static final double BEYOND_MAX = 0.025;

    /** The interval for these values: one at least, and independent of each other. */
    public static MedianInterval of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int outside = outside(sorted.size());
        return new MedianInterval(
                Median.of(sorted),
                outside == 0 ? Double.NaN : sorted.get(outside - 1),
                outside == 0 ? Double.NaN : sorted.get(sorted.size() - outside));
    }

    /** The place of the lower end, counted from 1; 0 when not even the lowest value is low enough. */
    private static int outside(int values) {
        double exactly = -values * Math.log(2); // how likely it is that so many values are below the true median
        double atMost = Math.exp(exactly); // 0 for more values than a number has room for: nothing to add yet
        int below = 0;
        while (atMost <= BEYOND_MAX) {
            exactly += Math.log((double) (values - below) / (below + 1));
            below++;
            atMost += Math.exp(exactly);
        }
        return below;
    }

    /** Whether there were enough values for the ends. */
    public boolean isKnown() {
        return !Double.isNaN(high);
    }
}
