package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Worlds by chance: one node, its log, resources and clients, with all that can go wrong.
 *
 * <p>As it is, some thousand worlds. The full form takes less than a minute:
 *
 * <pre>
 *   ./mvnw -pl testkit -am test -Dtest=OneNodeSimulation -Dsurefire.failIfNoSpecifiedTests=false -Dassent.seeds=100000
 * </pre>
 *
 * {@code -Dassent.seed=N} alone replays one world and shows its history; with {@code assent.seeds} it is
 * the first of many.
 */
class OneNodeSimulation {
    private static final int SEEDS_DEFAULT = 4_000;
    private static final long FIRST_DEFAULT = 1;

    private final long first = Long.getLong("assent.seed", FIRST_DEFAULT);
    private final boolean isReplay = Long.getLong("assent.seed") != null && Integer.getInteger("assent.seeds") == null;
    private final int seeds = isReplay ? 1 : Integer.getInteger("assent.seeds", SEEDS_DEFAULT);

    @Test
    void noSeedBreaksALaw() {
        Map<Sight, Integer> sights = new EnumMap<>(Sight.class);
        long start = System.nanoTime();
        for (long seed = first; seed < first + seeds; seed++) {
            SimulationReport report = Simulator.run(seed);
            if (!report.isClean() || isReplay) {
                System.out.println(Simulator.replay(seed).story());
            }
            assertThat(report.violation())
                    .as("replay: ./mvnw -pl testkit -am test -Dtest=OneNodeSimulation"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dassent.seed=" + seed)
                    .withFailMessage(() -> report.violation() + causeOf(report))
                    .isNull();
            report.sights().forEach((sight, times) -> sights.merge(sight, times, Integer::sum));
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.printf("%d worlds from seed %d in %d ms, which have shown %s%n", seeds, first, millis, sights);
        if (seeds >= SEEDS_DEFAULT) {
            Set<Sight> unseen = EnumSet.allOf(Sight.class);
            unseen.removeAll(Sight.OF_NODES);
            unseen.removeAll(sights.keySet());
            assertThat(unseen).as("what no world has shown").isEmpty();
        }
    }

    private static String causeOf(SimulationReport report) {
        return report.cause() == null ? "" : " (" + report.cause() + ")";
    }

    @Test
    void theSameSeedGoesTheSameWay() {
        for (long seed = 1; seed <= 200; seed++) {
            SimulationReport once = Simulator.run(seed);
            SimulationReport again = Simulator.replay(seed);
            SimulationReport thrice = Simulator.replay(seed);

            assertThat(again.hash()).as("seed " + seed + ", recorded or not").isEqualTo(once.hash());
            assertThat(thrice.history()).as("seed " + seed).isEqualTo(again.history());
            assertThat(again.history()).isNotEmpty();
        }
    }

    @Test
    void differentSeedsGoDifferentWays() {
        long distinct = LongStream.rangeClosed(1, 200)
                .map(seed -> Simulator.run(seed).hash())
                .distinct()
                .count();
        assertThat(distinct).isEqualTo(200);
    }
}
