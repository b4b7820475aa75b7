package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Worlds of up to five nodes that call each other in chains, trees, diamonds and loops, with crashes at any port call,
 * lost, late and repeated messages, and copies of folders.
 *
 * <p>As it is, some thousand worlds; the full form:
 *
 * <pre>
 *   ./mvnw -pl testkit -am test -Dtest=ManyNodesSimulation -Dsurefire.failIfNoSpecifiedTests=false -Dassent.seeds=100000
 * </pre>
 *
 * {@code -Dassent.seed=N} alone replays one world and shows its history; with {@code assent.seeds} it is
 * the first of many.
 */
class ManyNodesSimulation {
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
            SimulationReport report = Simulator.runNodes(seed);
            if (!report.isClean() || isReplay) {
                System.out.println(Simulator.replayNodes(seed).story());
            }
            assertThat(report.violation())
                    .as("replay: ./mvnw -pl testkit -am test -Dtest=ManyNodesSimulation"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dassent.seed=" + seed)
                    .withFailMessage(() -> report.violation() + causeOf(report))
                    .isNull();
            report.sights().forEach((sight, times) -> sights.merge(sight, times, Integer::sum));
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.printf("%d worlds from seed %d in %d ms, which have shown %s%n", seeds, first, millis, sights);
        if (seeds >= SEEDS_DEFAULT) {
            Set<Sight> unseen = EnumSet.copyOf(Sight.OF_NODES);
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
            SimulationReport once = Simulator.runNodes(seed);
            SimulationReport again = Simulator.replayNodes(seed);
            SimulationReport thrice = Simulator.replayNodes(seed);

            assertThat(again.hash()).as("seed " + seed + ", recorded or not").isEqualTo(once.hash());
            assertThat(thrice.history()).as("seed " + seed).isEqualTo(again.history());
            assertThat(again.history()).isNotEmpty();
        }
    }

    @Test
    void differentSeedsGoDifferentWays() {
        long distinct = LongStream.rangeClosed(1, 200)
                .map(seed -> Simulator.runNodes(seed).hash())
                .distinct()
                .count();
        assertThat(distinct).isEqualTo(200);
    }
}
