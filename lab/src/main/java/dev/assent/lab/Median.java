package dev.assent.lab;

import java.util.List;

/** The value in the middle, which one slow round does not move. */
public final class Median {
    private Median() {}

    /** Of these values, of which there must be one at least. */
    public static double of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
