package dev.assent.testkit.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulator finds bugs: each is put into a copy of the real classes, and some seed must show it, by
 * the oracle of the law that it breaks. Shipped code has no switch for this.
 */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class PlantedBugsSimulation {
    /** The number of worlds that a core runs in a minute, about. */
    private static final long SEEDS_MAX = 60_000;

    private static final long CLEAN_WORLDS = !Run.isWhole() ? 100 : 2_000;

    static List<PlantedBug> bugsOfOneNode() {
        return Sample.of("planted bugs of one node", 1, PlantedBug.values());
    }

    static List<PlantedNodeBug> bugsOfManyNodes() {
        return Sample.of("planted bugs of many nodes", 2, PlantedNodeBug.values());
    }

    @ParameterizedTest
    @MethodSource("bugsOfOneNode")
    void worldsOfOneNodeFind(PlantedBug bug) {
        find(bug);
    }

    @ParameterizedTest
    @MethodSource("bugsOfManyNodes")
    void worldsOfManyNodesFind(PlantedNodeBug bug) {
        find(bug);
    }

    private static void find(Planted bug) {
        PlantedLoader.Worlds worlds = new PlantedLoader(bug).worlds();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long beganNanos = threads.getCurrentThreadCpuTime();
        for (long seed = 1; seed <= SEEDS_MAX; seed++) {
            String violation = worlds.violation(seed);
            HangWatch.progress();
            if (violation != null && bug.isFoundBy(violation)) {
                double seconds = (threads.getCurrentThreadCpuTime() - beganNanos) / 1e9;
                System.out.printf("%-36s seed %5d, %4.1f s of a core: %s%n", bug, seed, seconds, violation);
                return; // violations that other oracles found before do not count
            }
        }
        throw new AssertionError("no seed up to " + SEEDS_MAX + " shows " + bug + " by the oracle of its law");
    }

    @Test
    void withoutABugTheSameClassesBreakNoLaw() {
        for (String run : List.of("run", "runNodes")) {
            PlantedLoader.Worlds worlds = new PlantedLoader(null).worlds(run);
            assertThat(LongStream.rangeClosed(1, CLEAN_WORLDS).mapToObj(worlds::violation))
                    .containsOnlyNulls();
        }
    }
}
