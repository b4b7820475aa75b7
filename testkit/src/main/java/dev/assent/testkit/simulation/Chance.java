package dev.assent.testkit.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Every chance of a world, from its seed. Not thread-safe. */
final class Chance {
    private static final long MICRO = 1_000;

    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed);
    }

    /** For those who draw by themselves. */
    RandomGenerator generator() {
        return random;
    }

    /** Draws true with a probability of 0 to 1; draws nothing when it can't be true. */
    boolean of(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** From {@code least} to {@code most}, both included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    double oneOf(double... values) {
        return values[random.nextInt(values.length)];
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    long nextLong() {
        return random.nextLong();
    }

    /** How long something takes: microseconds, mostly of one magnitude, at times of another. */
    long delayNanos() {
        return (1 + random.nextInt(100)) * (of(0.1) ? 100 * MICRO : MICRO);
    }

    /** How long something takes that hangs: up to two minutes. */
    long hangNanos() {
        return 1_000_000_000L + random.nextLong(120_000_000_000L);
    }
}
