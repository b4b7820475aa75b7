package dev.assent.testkit.simulation;

import java.util.SplittableRandom;

/** Chances from a seed. Not thread-safe. */
class SeededChance extends Chance {
    private final SplittableRandom random;

    SeededChance(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    boolean of(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    @Override
    int below(int bound) {
        return random.nextInt(bound);
    }

    @Override
    long below(long bound) {
        return random.nextLong(bound);
    }

    @Override
    boolean even() {
        return random.nextBoolean();
    }

    @Override
    long nextLong() {
        return random.nextLong();
    }
}
