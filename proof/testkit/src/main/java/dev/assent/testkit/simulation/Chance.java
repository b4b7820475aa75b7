package dev.assent.testkit.simulation;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Every chance of a world is a choice, a number from 0 up, and 0 always stands for the plainest result: no, none, the
 * first, the shortest time. So a world is a list of choices, wherever they come from.
 *
 * <p>Not thread-safe.
 */
abstract class Chance {
    private static final long MICRO = 1_000;
    private static final int DOUBLINGS_MAX = 14;

    private final RandomGenerator generator = new Generator();

    /** Draws true with a probability of 0 to 1; draws nothing when it can't be true. */
    abstract boolean of(double probability);

    abstract int below(int bound);

    abstract long below(long bound);

    /** One or the other, with the same chance. */
    abstract boolean even();

    /** A number that no other draw returns. */
    abstract long nextLong();

    /** The choices so far; none if no caller asked to keep them. */
    Choices choices() {
        return Choices.NONE;
    }

    /** From {@code least} to {@code most}, both included. */
    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    double oneOf(double... values) {
        return values[below(values.length)];
    }

    <T> T oneOf(List<T> values) {
        return values.get(below(values.size()));
    }

    /** How long something takes: microseconds, mostly of one magnitude, at times of another. */
    long delayNanos() {
        return (1 + below(100)) * (of(0.1) ? 100 * MICRO : MICRO);
    }

    /**
     * How long to wait before another try, by the number of tries so far: ever longer, since the awaited event may take
     * minutes.
     */
    long delayNanosOf(int tries) {
        return delayNanos() << Math.min(tries, DOUBLINGS_MAX);
    }

    /** How long something takes that hangs: up to two minutes. */
    long hangNanos() {
        return 1_000_000_000L + below(120_000_000_000L);
    }

    /** For code that draws bounded numbers and booleans by itself. */
    RandomGenerator generator() {
        return generator;
    }

    private final class Generator implements RandomGenerator {
        @Override
        public boolean nextBoolean() {
            return even();
        }

        @Override
        public int nextInt(int bound) {
            return below(bound);
        }

        @Override
        public long nextLong(long bound) {
            return below(bound);
        }

        /** A value derived from it would be no recorded choice. */
        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("draw a boolean, or a number below a bound");
        }
    }
}
