package dev.assent.lab.result;

/**
 * The average count of iterations: unlike a time it has no noise. Immutable.
 *
 * @param value not a number when it could not be counted
 * @param isExact whether it counts only the experiment's own traffic
 */
public record Count(double value, boolean isExact) {
    /** Whether it was counted at all. */
    public boolean isKnown() {
        return !Double.isNaN(value);
    }

    /** How many more these are than others. */
    public Count minus(Count other) {
        return new Count(value - other.value, isExact && other.isExact);
    }

    /** How many times as many these are as others. */
    public double over(Count other) {
        return value / other.value;
    }
}
