package dev.assent.lab.result;

import java.util.Arrays;
import java.util.Collection;

/**
 * A figure, and how far its true value may be from it with a confidence of 95 %. Immutable.
 *
 * @param value the figure itself
 * @param half how far to either side; not a number when that is not known
 * @param isSure whether the measures behind it were neither disturbed nor unsteady, and were repeated often enough
 */
public record Estimate(double value, double half, boolean isSure) {
    /** A number that nothing is to be said against. */
    public static Estimate exactly(double value) {
        return new Estimate(value, 0, true);
    }

    /**
     * The mean of a figure of each repeat, with its interval. With fewer than three repeats the interval is unknown,
     * and nothing is sure.
     *
     * @param repeats the figures, one at least
     * @param isSure whether the measures behind them were neither disturbed nor unsteady
     */
    public static Estimate ofRepeats(double[] repeats, boolean isSure) {
        boolean isRepeated = repeats.length >= Summary.REPEATS_MIN;
        return new Estimate(
                Arrays.stream(repeats).average().orElseThrow(),
                isRepeated ? Distribution.halfOfInterval(repeats) : Double.NaN,
                isSure && isRepeated);
    }

    /** The lower end of the interval. */
    public double low() {
        return value - half;
    }

    /** Its upper end. */
    public double high() {
        return value + half;
    }

    /** How far the true value is from a number. */
    public enum Side {
        /** It is less. */
        BELOW,
        /** It may be that number. */
        WITHIN_NOISE,
        /** It is more. */
        ABOVE,
        /** Nothing is known of how sure the figure is. */
        UNKNOWN
    }

    /** On which side of a number the true value is. */
    public Side of(double number) {
        if (Double.isNaN(half)) {
            return Side.UNKNOWN;
        } else if (low() > number) {
            return Side.ABOVE;
        }
        return high() < number ? Side.BELOW : Side.WITHIN_NOISE;
    }

    /** Whether this and another are surely not the same: their intervals are known, and do not meet. */
    public boolean isApartFrom(Estimate other) {
        return low() > other.high() || high() < other.low();
    }

    /** The sum with a figure that was measured apart from this. */
    public Estimate plus(Estimate other) {
        return new Estimate(value + other.value, Math.hypot(half, other.half), isSure && other.isSure);
    }

    /** The difference from a figure that was measured apart from this. */
    public Estimate minus(Estimate other) {
        return plus(other.times(-1));
    }

    /**
     * The ratio to an estimate that was measured apart from this one, by Fieller's theorem. If the other may be zero,
     * the interval is unknown. The interval reaches further up than down; the larger distance counts for both sides.
     */
    public Estimate over(Estimate other) {
        double ratio = value / other.value;
        double part = half / other.value;
        double otherPart = other.half / other.value;
        double without = 1 - otherPart * otherPart;
        double root = Math.sqrt(part * part * without + ratio * ratio * otherPart * otherPart);
        double up = (Math.abs(ratio) + root) / without - Math.abs(ratio);
        return new Estimate(ratio, without > 0 ? up : Double.NaN, isSure && other.isSure);
    }

    /** So many times as much. */
    public Estimate times(double factor) {
        return new Estimate(value * factor, half * Math.abs(factor), isSure);
    }

    /**
     * The geometric mean of ratios, one at least. Their errors may come from the same processes, so they are assumed
     * not to cancel out.
     */
    public static Estimate geometricMean(Collection<Estimate> ratios) {
        double logs = ratios.stream()
                .mapToDouble(each -> Math.log(each.value))
                .average()
                .orElseThrow();
        double part = ratios.stream()
                .mapToDouble(each -> each.half / each.value)
                .average()
                .orElseThrow();
        double mean = Math.exp(logs);
        return new Estimate(mean, mean * part, ratios.stream().allMatch(Estimate::isSure));
    }
}
