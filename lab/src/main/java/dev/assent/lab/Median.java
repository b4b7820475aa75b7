package dev.assent.lab;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/** The value in the middle, which one slow round does not move. */
public final class Median {
    private Median() {}

    /** The median of these values; there must be one at least. */
    public static double of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The median of the ratios, each of two values from the same round. */
    public static double ofRatios(List<Double> above, List<Double> below) {
        return ofEach(above, below, (one, other) -> one / other);
    }

    /** The median of the differences, each of two values from the same round. */
    public static double ofDifferences(List<Double> from, List<Double> subtracted) {
        return ofEach(from, subtracted, (one, other) -> one - other);
    }

    private static double ofEach(List<Double> some, List<Double> others, DoubleBinaryOperator operator) {
        return of(IntStream.range(0, some.size())
                .mapToObj(round -> operator.applyAsDouble(some.get(round), others.get(round)))
                .toList());
    }
}
