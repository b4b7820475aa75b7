package dev.assent.lab.result;

import dev.assent.lab.Median;
import java.util.List;

/**
 * What the repeats of one measure say together; times in microseconds.
 *
 * @param mean of the means
 * @param low the lower end of the interval in which the true mean is with a confidence of 95 %: by the means of the repeats,
 *     or, with fewer than three, of the batches of the widest one; not a number when it is not known
 * @param high its upper end
 * @param median in the middle of the medians
 * @param p99 in the middle of those
 * @param deviation in the middle of the standard deviations
 * @param perSecond on average
 * @param bytes of messages, on average
 * @param packets on average
 * @param isNoisy whether one of the repeats was
 * @param isUnsteady whether one of the repeats was still getting faster, or slower, by a tenth
 * @param repeats how many
 * @param count how often it was timed, in all of them
 */
public record Summary(
        double mean,
        double low,
        double high,
        double median,
        double p99,
        double deviation,
        double perSecond,
        double bytes,
        double packets,
        boolean isNoisy,
        boolean isUnsteady,
        int repeats,
        long count) {
    /** With fewer repeats nothing is known of what differs between them. */
    public static final int REPEATS_MIN = 3;

    private static final double TREND_MAX = 0.1;

    /** Of these, one at least. */
    static Summary of(List<Measure> repeats) {
        List<Distribution> times = repeats.stream().map(Measure::time).toList();
        double mean = times.stream().mapToDouble(Distribution::mean).average().orElseThrow();
        double half = times.size() < REPEATS_MIN ? widest(times) : between(times);
        return new Summary(
                mean,
                mean - half,
                mean + half,
                Median.of(times.stream().map(Distribution::median).toList()),
                Median.of(times.stream().map(Distribution::p99).toList()),
                Median.of(times.stream().map(Distribution::deviation).toList()),
                repeats.stream().mapToDouble(Measure::perSecond).average().orElseThrow(),
                repeats.stream().mapToDouble(Measure::bytes).average().orElseThrow(),
                repeats.stream().mapToDouble(Measure::packets).average().orElseThrow(),
                repeats.stream().anyMatch(Measure::isNoisy),
                times.stream().anyMatch(each -> Math.abs(each.trend()) > TREND_MAX),
                times.size(),
                times.stream().mapToLong(Distribution::count).sum());
    }

    private static double widest(List<Distribution> times) {
        return times.stream()
                .mapToDouble(each -> (each.high() - each.low()) / 2)
                .max()
                .orElseThrow();
    }

    private static double between(List<Distribution> times) {
        return Distribution.halfOfInterval(
                times.stream().mapToDouble(Distribution::mean).toArray());
    }

    /** Whether nothing has disturbed it, and it was steady. */
    public boolean isSure() {
        return !isNoisy && !isUnsteady;
    }

    /** Whether it differs from another one by more than both are sure to. */
    public boolean differsFrom(Summary other) {
        return low > other.high || high < other.low;
    }
}
