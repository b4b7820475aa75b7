package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Worlds of many seeds, none of which may break a law. {@code -Dassent.seeds=N} says how many; {@code -Dassent.seed=N} alone
 * replays one world and shows its history, with {@code assent.seeds} it is the first of many.
 */
abstract class SeededSimulation {
    private static final int SEEDS_DEFAULT = 10_000;
    private static final long FIRST_DEFAULT = 1;

    private final long first = Long.getLong("assent.seed", FIRST_DEFAULT);
    private final boolean isReplay = Long.getLong("assent.seed") != null && Integer.getInteger("assent.seeds") == null;
    private final int seeds = isReplay ? 1 : Integer.getInteger("assent.seeds", SEEDS_DEFAULT);

    /** The world of a seed. */
    abstract SimulationReport run(long seed);

    /** The same, which keeps its history. */
    abstract SimulationReport replay(long seed);

    /** How many port calls each world must have. */
    abstract long portCallsMin();

    /** What some world must show, or the simulation tests less than it says. */
    abstract Set<Sight> toBeShown();

    @Test
    void noSeedBreaksALaw() {
        Map<Sight, Integer> sights = new EnumMap<>(Sight.class);
        List<Long> portCalls = new ArrayList<>(seeds);
        long start = System.nanoTime();
        for (long seed = first; seed < first + seeds; seed++) {
            SimulationReport report = run(seed);
            if (!report.isClean() || isReplay) {
                System.out.println(replay(seed).story());
            }
            assertThat(report.violation())
                    .as("replay: ./mvnw -pl testkit -am test -Dtest="
                            + getClass().getSimpleName() + " -Dsurefire.failIfNoSpecifiedTests=false -Dassent.seed="
                            + seed)
                    .withFailMessage(() -> report.violation() + causeOf(report))
                    .isNull();
            portCalls.add(report.allPortCalls());
            report.sights().forEach((sight, times) -> sights.merge(sight, times, Integer::sum));
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        Collections.sort(portCalls);
        System.out.printf(
                "%d worlds from seed %d in %d ms, with %d port calls in the smallest and %d in the middle one, which have"
                        + " shown %s%n",
                seeds, first, millis, portCalls.get(0), portCalls.get(seeds / 2), sights);
        assertThat(portCalls.get(0)).as("port calls of the smallest world").isGreaterThanOrEqualTo(portCallsMin());
        if (seeds >= SEEDS_DEFAULT) {
            Set<Sight> unseen = EnumSet.copyOf(toBeShown());
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
            SimulationReport once = run(seed);
            SimulationReport again = replay(seed);
            SimulationReport thrice = replay(seed);

            assertThat(again.hash()).as("seed " + seed + ", recorded or not").isEqualTo(once.hash());
            assertThat(thrice.history()).as("seed " + seed).isEqualTo(again.history());
            assertThat(again.history()).isNotEmpty();
        }
    }

    @Test
    void differentSeedsGoDifferentWays() {
        long distinct = LongStream.rangeClosed(1, 200)
                .map(seed -> run(seed).hash())
                .distinct()
                .count();
        assertThat(distinct).isEqualTo(200);
    }
}
