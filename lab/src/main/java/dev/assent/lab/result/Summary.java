package dev.assent.lab.result;

import dev.assent.lab.Median;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What the repeats of one measure say together; times in microseconds. Immutable.
 *
 * @param repeats those that count, in their order: the ones that were neither disturbed nor unsteady when these are three at
 *     least, else all
 * @param dropped how many do not count
 */
public record Summary(List<Measure> repeats, int dropped) {
    /** With fewer repeats nothing is known of what differs between them. */
    public static final int REPEATS_MIN = 3;

    /** Of these, one at least. */
    static Summary of(List<Measure> all) {
        List<Measure> ordered =
                all.stream().sorted(Comparator.comparingInt(Measure::repeat)).toList();
        List<Measure> sure = ordered.stream().filter(Summary::isSure).toList();
        return sure.size() < REPEATS_MIN ? new Summary(ordered, 0) : new Summary(sure, ordered.size() - sure.size());
    }

    private static boolean isSure(Measure repeat) {
        return !repeat.isNoisy() && repeat.time().isSteady();
    }

    /** Whether nothing has disturbed what counts, and it was steady. */
    public boolean isSure() {
        return repeats.stream().allMatch(Summary::isSure);
    }

    /** Whether other programs have disturbed one of those that count. */
    public boolean isNoisy() {
        return repeats.stream().anyMatch(Measure::isNoisy);
    }

    /** Whether one of those that count was still getting faster, or slower. */
    public boolean isUnsteady() {
        return repeats.stream().anyMatch(each -> !each.time().isSteady());
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

    /** Bytes of messages, on average; not a number when they could not be counted. */
    public double bytes() {
        return average(Measure::bytes);
    }

    /** Packets, on average; as {@link #bytes}. */
    public double packets() {
        return average(Measure::packets);
    }

    /**
     * How much longer this took than another: by what differs in each repeat, where both have three at least in common, since
     * what makes a whole repeat faster or slower is then in neither.
     */
    public Estimate minus(Summary other) {
        List<Both> both = inCommon(other);
        return both.size() < REPEATS_MIN
                ? time().minus(other.time())
                : paired(
                        both.stream().mapToDouble(each -> each.one - each.other).toArray(), isSure(other));
    }

    /** How many times as long this took as another; as {@link #minus}, by the logarithms. */
    public Estimate over(Summary other) {
        List<Both> both = inCommon(other);
        if (both.size() < REPEATS_MIN) {
            return time().over(other.time());
        }
        Estimate log = paired(
                both.stream()
                        .mapToDouble(each -> Math.log(each.one / each.other))
                        .toArray(),
                isSure(other));
        double ratio = Math.exp(log.value());
        return new Estimate(ratio, ratio * Math.expm1(log.half()), log.isSure());
    }

    private boolean isSure(Summary other) {
        return isSure() && other.isSure();
    }

    /** What both took in one repeat. */
    private record Both(double one, double other) {}

    private List<Both> inCommon(Summary other) {
        Map<Integer, Double> others = other.repeats.stream()
                .collect(Collectors.toMap(Measure::repeat, each -> each.time().mean(), (first, second) -> first));
        return repeats.stream()
                .filter(each -> others.containsKey(each.repeat()))
                .map(each -> new Both(each.time().mean(), others.get(each.repeat())))
                .toList();
    }

    private static Estimate paired(double[] each, boolean isSure) {
        double mean = Arrays.stream(each).average().orElseThrow();
        return new Estimate(mean, Distribution.halfOfInterval(each), isSure);
    }

    private Estimate estimate(double[] means, double otherwise) {
        double mean = Arrays.stream(means).average().orElseThrow();
        return new Estimate(
                mean, means.length < REPEATS_MIN ? otherwise : Distribution.halfOfInterval(means), isSure());
    }

    private double average(ToDoubleFunction<Measure> value) {
        return repeats.stream().mapToDouble(value).average().orElseThrow();
    }

    private double middle(Function<Distribution, Double> value) {
        return Median.of(repeats.stream().map(Measure::time).map(value).toList());
    }
}
