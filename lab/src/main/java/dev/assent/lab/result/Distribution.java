package dev.assent.lab.result;

import dev.assent.lab.role.Recording;
import org.HdrHistogram.Histogram;

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

    /** Student's t with as many degrees of freedom as there are batches, or so; 95 %, both sides. */
    private static final double T = 2.045;

    private static final double MICRO = 1e-3;

    /** Of these times. */
    public static Distribution of(Recording recording) {
        double[] batches = recording.batchMeans();
        Histogram nanos = recording.nanos();
        double mean = recording.mean();
        double half = batches.length < BATCHES_MIN ? Double.NaN : T * standardError(batches);
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

    private static double standardError(double[] values) {
        double mean = mean(values, 0, values.length);
        double squares = 0;
        for (double each : values) {
            squares += (each - mean) * (each - mean);
        }
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }

    private static double trend(double[] batches) {
        int middle = batches.length / 2;
        return middle == 0 ? 0 : mean(batches, middle, batches.length) - mean(batches, 0, middle);
    }
}
