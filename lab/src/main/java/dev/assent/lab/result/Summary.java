package dev.assent.lab.result;

import dev.assent.lab.Median;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The repeats of one measure together; times in microseconds. Immutable.
 *
 * @param repeats those that count, in their order: the ones that were neither disturbed nor unsteady when these are three at
 *     least, else all
 * @param dropped how many do not count
 */
public record Summary(List<Measure> repeats, int dropped) {
    /** With fewer repeats nothing is known of what differs between them. */
    public static final int REPEATS_MIN = 3;

    /** The summary of these, one at least. */
    static Summary of(List<Measure> all) {
        List<Measure> ordered =
                all.stream().sorted(Comparator.comparingInt(Measure::repeat)).toList();
        List<Measure> sure = ordered.stream().filter(Summary::isSure).toList();
        return sure.size() < REPEATS_MIN ? new Summary(ordered, 0) : new Summary(sure, ordered.size() - sure.size());
    }

    private static boolean isSure(Measure repeat) {
        return !repeat.isNoisy() && repeat.time().isSteady();
    }

    /** Whether it was repeated often enough to know how much each start of the processes changes the result. */
    public boolean isRepeated() {
        return repeats.size() >= REPEATS_MIN;
    }

    /** Whether it was repeated often enough, and the repeats that count were undisturbed and steady. */
    public boolean isSure() {
        return isRepeated() && repeats.stream().allMatch(Summary::isSure);
    }

    /** Whether other programs have disturbed one of those that count. */
    public boolean isNoisy() {
        return repeats.stream().anyMatch(Measure::isNoisy);
    }

    /** Whether one of those that count was still getting faster, or slower. */
    public boolean isUnsteady() {
        return repeats.stream().anyMatch(each -> !each.time().isSteady());
    }

    /** The largest trend of those that count, above or below 0. */
    public double trend() {
        return repeats.stream()
                .map(each -> each.time().trendMax())
                .max(Comparator.comparingDouble(Math::abs))
                .orElseThrow();
    }

    /** How often it was timed. */
    public long count() {
        return repeats.stream().mapToLong(each -> each.time().count()).sum();
    }

    /** The mean of the means. */
    public double mean() {
        return average(each -> each.time().mean());
    }

    /**
     * The mean with its interval: by the means of the repeats, or, with fewer than three, of the batches of the widest one.
     */
    public Estimate time() {
        return estimate(
                repeats.stream().mapToDouble(each -> each.time().mean()).toArray(),
                repeats.stream().mapToDouble(each -> each.time().half()).max().orElseThrow());
    }

    /** In the middle of the medians. */
    public double median() {
        return middle(Distribution::median);
    }

    /** In the middle of the 99th percentiles. */
    public double p99() {
        return middle(Distribution::p99);
    }

    /** In the middle of the standard deviations. */
    public double deviation() {
        return middle(Distribution::deviation);
    }

    /** How often a second, on average. */
    public double perSecond() {
        return average(Measure::perSecond);
    }

    /** How often a second, with its interval; not known with fewer than three repeats. */
    public Estimate throughput() {
        return estimate(repeats.stream().mapToDouble(Measure::perSecond).toArray(), Double.NaN);
    }

    /** Bytes of messages, on average. */
    public Count bytes() {
        return count(Measure::bytes);
    }

    /** Packets, on average. */
    public Count packets() {
        return count(Measure::packets);
    }

    private Count count(ToDoubleFunction<Measure> counted) {
        return new Count(average(counted), repeats.stream().allMatch(Measure::isExact));
    }

    /** Whether a repeat is one of those that count. */
    public boolean counts(int repeat) {
        return repeats.stream().anyMatch(each -> each.repeat() == repeat);
    }

    /**
     * The mean of a repeat that counts.
     *
     * @throws java.util.NoSuchElementException when it does not
     */
    public double mean(int repeat) {
        return repeats.stream()
                .filter(each -> each.repeat() == repeat)
                .findFirst()
                .orElseThrow()
                .time()
                .mean();
    }

    /** The repeats that count in all of these, in their order. */
    public static List<Integer> inCommon(List<Summary> all) {
        return all.get(0).repeats.stream()
                .map(Measure::repeat)
                .filter(repeat -> all.stream().allMatch(each -> each.counts(repeat)))
                .toList();
    }

    /**
     * How much longer this took than another. If both have three repeats or more in common, it is the mean of the
     * differences within each repeat: if a whole repeat is faster or slower, that then does not count.
     */
    public Estimate minus(Summary other) {
        return following(other, (one, another) -> one - another).orElseGet(() -> time().minus(other.time()));
    }

    /** How many times as long this took as another; as {@link #minus}, by the logarithms. */
    public Estimate over(Summary other) {
        return following(other, (one, another) -> Math.log(one / another))
                .map(log -> {
                    double ratio = Math.exp(log.value());
                    return new Estimate(ratio, ratio * Math.expm1(log.half()), log.isSure());
                })
                .orElseGet(() -> time().over(other.time()));
    }

    /** A conclusion from both in each repeat; empty when fewer than three count in both. */
    private Optional<Estimate> following(Summary other, DoubleBinaryOperator follows) {
        List<Integer> both = inCommon(List.of(this, other));
        if (both.size() < REPEATS_MIN) {
            return Optional.empty();
        }
        double[] each = both.stream()
                .mapToDouble(repeat -> follows.applyAsDouble(mean(repeat), other.mean(repeat)))
                .toArray();
        return Optional.of(Estimate.ofRepeats(each, isSure() && other.isSure()));
    }

    private Estimate estimate(double[] means, double otherwise) {
        Estimate estimate = Estimate.ofRepeats(means, isSure());
        return isRepeated() ? estimate : new Estimate(estimate.value(), otherwise, false);
    }

    private double average(ToDoubleFunction<Measure> value) {
        return repeats.stream().mapToDouble(value).average().orElseThrow();
    }

    private double middle(Function<Distribution, Double> value) {
        return Median.of(repeats.stream().map(Measure::time).map(value).toList());
    }
}
