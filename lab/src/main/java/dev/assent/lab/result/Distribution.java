package dev.assent.lab.result;

import dev.assent.lab.role.Recording;
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
 * @param trend how much the second half of the batches took more than the first, of the mean; about 0 when all was warm
 */
public record Distribution(
        long count, double mean, double low, double high, double median, double p99, double deviation, double trend) {
    private static final int BATCHES_MIN = 10;

    private static final double CONFIDENCE = 0.95;
    private static final double MICRO = 1e-3;

    /** Of these times. */
    public static Distribution of(Recording recording) {
        double[] batches = recording.batchMeans();
        Histogram nanos = recording.nanos();
        double mean = recording.mean();
        double half = batches.length < BATCHES_MIN ? Double.NaN : halfOfInterval(batches);
        return new Distribution(
                recording.count(),
                mean * MICRO,
                (mean - half) * MICRO,
                (mean + half) * MICRO,
                nanos.getValueAtPercentile(50) * MICRO,
                nanos.getValueAtPercentile(99) * MICRO,
                nanos.getStdDeviation() * MICRO,
                trend(batches) / mean);
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    /** How far the true mean of what these are of may be from their own, with a confidence of 95 % (Student's t). */
    static double halfOfInterval(double[] values) {
        return new ListStatistics(values).getMeanErrorAt(CONFIDENCE);
    }

    private static double trend(double[] batches) {
        int middle = batches.length / 2;
        return middle == 0 ? 0 : mean(batches, middle, batches.length) - mean(batches, 0, middle);
    }
}
