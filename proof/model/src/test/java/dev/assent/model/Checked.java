package dev.assent.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the model checker has said.
 *
 * @param violated the property that does not hold; empty when all do
 * @param states how many different ones it has found
 * @param depth of the longest way to a state that is not found on a shorter one
 * @param millis how long it took
 * @param output all of it
 */
record Checked(String violated, long states, long depth, long millis, String output) {
    private static final Pattern INVARIANT = Pattern.compile("Error: Invariant (\\w+) is violated");
    private static final Pattern STATES = Pattern.compile("(\\d+) distinct states found, \\d+ states left");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");

    /**
     * Reads what the checker has printed.
     *
     * @param temporal the name that a violated temporal property has, which the checker does not say; empty when none is
     *     checked
     * @throws IllegalArgumentException when it has neither finished nor found a violation
     */
    static Checked read(String output, String temporal, long millis) {
        Matcher invariant = INVARIANT.matcher(output);
        String violated = invariant.find()
                ? invariant.group(1)
                : output.contains("Error: Temporal properties were violated") ? temporal : "";
        if (violated.isEmpty() && !output.contains("Model checking completed. No error has been found.")) {
            throw new IllegalArgumentException("the model checker has failed:\n" + output);
        }
        return new Checked(violated, last(STATES, output), last(DEPTH, output), millis, output);
    }

    private static long last(Pattern pattern, String output) {
        long found = 0;
        Matcher matcher = pattern.matcher(output);
        while (matcher.find()) {
            found = Long.parseLong(matcher.group(1));
        }
        return found;
    }

    /** In one line. */
    String summary() {
        return String.format("%,10d states, depth %3d, %,7.1f s", states, depth, millis / 1000.0);
    }
}
