package dev.assent.lab.result;

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
 * @param perSecond on average
 * @param bytes of messages, on average
 * @param packets on average
 * @param isNoisy whether one of the repeats was
 * @param isUnsteady whether one of the repeats was still getting faster, or slower, by a tenth
 * @param repeats how many
 */
public record Summary(
        double mean,
        double low,
        double high,
        double median,
        double p99,
        double perSecond,
        double bytes,
        double packets,
        boolean isNoisy,
        boolean isUnsteady,
        int repeats) {
    private static final int REPEATS_MIN = 3;
    private static final double TREND_MAX = 0.1;

    /** Student's t by degrees of freedom from 2; 95 %, both sides. */
    private static final double[] T = {4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};

    private static final double T_OF_MANY = 2.1;

    /** Of these, one at least. */
    static Summary of(List<Measure> repeats) {
        List<Distribution> times = repeats.stream().map(Measure::time).toList();
        double mean = times.stream().mapToDouble(Distribution::mean).average().orElseThrow();
        double half = times.size() < REPEATS_MIN ? widest(times) : between(times, mean);
        return new Summary(
                mean,
                mean - half,
                mean + half,
                middle(times.stream().map(Distribution::median).sorted().toList()),
                middle(times.stream().map(Distribution::p99).sorted().toList()),
                repeats.stream().mapToDouble(Measure::perSecond).average().orElseThrow(),
                repeats.stream().mapToDouble(Measure::bytes).average().orElseThrow(),
                repeats.stream().mapToDouble(Measure::packets).average().orElseThrow(),
                repeats.stream().anyMatch(Measure::isNoisy),
                times.stream().anyMatch(each -> Math.abs(each.trend()) > TREND_MAX),
                times.size());
    }

    private static double middle(List<Double> sorted) {
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    private static double widest(List<Distribution> times) {
        return times.stream()
                .mapToDouble(each -> (each.high() - each.low()) / 2)
                .max()
                .orElseThrow();
    }

    private static double between(List<Distribution> times, double mean) {
        double squares = times.stream()
                .mapToDouble(each -> (each.mean() - mean) * (each.mean() - mean))
                .sum();
        int freedom = times.size() - 1;
        double t = freedom - 2 < T.length ? T[freedom - 2] : T_OF_MANY;
        return t * Math.sqrt(squares / freedom / times.size());
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
