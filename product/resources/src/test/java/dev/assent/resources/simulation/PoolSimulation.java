package dev.assent.resources.simulation;

import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import org.junit.jupiter.api.Test;

/**
 * Pools of connections and of sessions in worlds of many seeds. The fresh ones differ in every run. {@code
 * -Dassent.seeds=N} says how many are fresh, and {@code -Dassent.seed=N} which one is the first of them.
 */
@Sampled
class PoolSimulation {
    private static final int FRESH_WORLDS = Integer.getInteger("assent.seeds", Run.isWhole() ? 400 : 20);

    /** These are always the same. */
    private static final int FIRST_WORLDS = Run.isWhole() ? 200 : 20;

    @Test
    void noFirstSeedBreaksAPool() {
        run(1, FIRST_WORLDS);
    }

    @Test
    void noFreshSeedBreaksAPool() {
        long first = Run.seed();
        System.out.printf("%s: %d worlds from seed %d%n", getClass().getSimpleName(), FRESH_WORLDS, first);
        run(first, FRESH_WORLDS);
    }

    private static void run(long first, int worlds) {
        for (long seed = first; seed < first + worlds; seed++) {
            new PoolWorld(seed).run();
            HangWatch.progress();
        }
    }
}
