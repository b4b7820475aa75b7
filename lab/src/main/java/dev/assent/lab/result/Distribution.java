package dev.assent.lab.result;

import dev.assent.lab.Median;
import dev.assent.lab.role.Recording;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.util.ListStatistics;

/**
 * How long something took, in microseconds.
 *
 * @param count how often it was timed
 * @param mean exactly
 * @param low the lower end of the interval in which the true mean is with a confidence of 95 %, by the means of batches,
 *     which depend little on each other, however single times do; not a number with fewer than ten batches
 * @param high its upper end
 * @param median to three digits, as the next two
 * @param p99 99 of 100 took no longer
 * @param deviation the standard deviation
 * @param trend how much the batches of the second half took more than those of the first, of the mean, by the one in the
 *     middle of each; about 0 when all was warm
 * @param trendMax the same of the last fifth and the first, which also shows a warm-up that ended soon, or a change
 *     near the end; {@code trend} when that is farther from 0
 */
public record Distribution(
        long count,
        double mean,
        double low,
        double high,
        double median,
        double p99,
        double deviation,
        double trend,
        double trendMax) {
    private static final int BATCHES_MIN = 10;

    private static final double CONFIDENCE = 0.95;

    /** A difference within this part of the mean is not a trend, however certain it is. */
    private static final double TREND_MIN = 0.02;

    private static final int HALF = 2;
    private static final int FIFTH = 5;

    /** So many times as far as the mean may be off, two halves differ by chance in one of five hundred. */
    private static final double HALVES_BY_CHANCE = 3.5;

    /** The same of two fifths, which have fewer batches. */
    private static final double FIFTHS_BY_CHANCE = 5;

    /** With fewer batches it is unknown what is chance. */
    private static final double TREND_MAX = 0.1;

    private static final double MICRO = 1e-3;

    /** The distribution of these times. */
    public static Distribution of(Recording recording) {
        double[] batches = recording.batchMeans();
        Histogram nanos = recording.nanos();
        double mean = recording.mean();
        double half = batches.length < BATCHES_MIN ? Double.NaN : halfOfInterval(batches);
        double halves = trend(batches, HALF) / mean;
        double fifths = trend(batches, FIFTH) / mean;
        return new Distribution(
                recording.count(),
                mean * MICRO,
                (mean - half) * MICRO,
                (mean + half) * MICRO,
                nanos.getValueAtPercentile(50) * MICRO,
                nanos.getValueAtPercentile(99) * MICRO,
                nanos.getStdDeviation() * MICRO,
                halves,
                Math.abs(fifths) > Math.abs(halves) ? fifths : halves);
    }

    /** How far the true mean of what these are of may be from their own, with a confidence of 95 % (Student's t). */
    static double halfOfInterval(double[] values) {
        return new ListStatistics(values).getMeanErrorAt(CONFIDENCE);
    }

    /** How much longer the last of so many parts took than the first one; 0 if there are too few batches. */
    private static double trend(double[] batches, int parts) {
        int size = batches.length / parts;
        return size == 0 ? 0 : median(batches, batches.length - size, batches.length) - median(batches, 0, size);
    }

    private static double median(double[] values, int from, int to) {
        return Median.of(Arrays.stream(values, from, to).boxed().toList());
    }

    /** How far the true mean may be from the mean; not a number when that is not known. */
    double half() {
        return (high - low) / 2;
    }

    /** Whether it was neither still getting faster nor slower, by more than chance makes of two halves, or of two fifths. */
    public boolean isSteady() {
        return Math.abs(trend) <= chance(HALVES_BY_CHANCE) && Math.abs(trendMax) <= chance(FIFTHS_BY_CHANCE);
    }

    private double chance(double factor) {
        return Double.isNaN(half()) ? TREND_MAX : Math.max(TREND_MIN, factor * half() / mean);
    }
}
