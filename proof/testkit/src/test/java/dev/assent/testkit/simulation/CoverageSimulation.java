package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Some of the first worlds have each possible fault in each call of a port: every pair of a call and a fault,
 * enumerated from the interfaces of the ports. A short run must meet most of them, each fault and no
 * others, or a third of them in the fast tier; with {@code -Dassent.coverage=full} it must meet all.
 */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class CoverageSimulation {
    private static final boolean IS_FULL = "full".equals(System.getProperty("assent.coverage"));
    private static final boolean IS_FAST = !Run.isWhole();
    private static final int WORLDS_MAX = IS_FULL ? 1_000_000 : IS_FAST ? 300 : 3_000;

    @Test
    void everyFaultIsMetInEveryCallThatCanHaveIt() {
        Set<Pair> possible = Coverage.possible();
        Set<Pair> missing = new TreeSet<>(possible);
        Set<Pair> unforeseen = new TreeSet<>();
        int worlds = 0;
        for (; worlds < WORLDS_MAX && !missing.isEmpty(); worlds++) {
            long seed = worlds + 1;
            SimulationReport report = Simulator.run(seed, WorldKind.of(seed));
            HangWatch.progress();
            assertThat(report.violation()).as("seed %d", seed).isNull();
            missing.removeAll(report.met());
            unforeseen.addAll(report.met());
        }
        unforeseen.removeAll(possible);
        System.out.printf(
                "%d of %d pairs of a call and a fault were met by %d worlds%n",
                possible.size() - missing.size(), possible.size(), worlds);
        assertThat(unforeseen).as("pairs that nobody has enumerated").isEmpty();
        assertThat(missing)
                .as("pairs that were never met")
                .hasSizeLessThanOrEqualTo(IS_FULL ? 0 : IS_FAST ? possible.size() * 2 / 3 : possible.size() / 3);
        if (!IS_FAST) {
            possible.removeAll(missing);
            assertThat(faults(possible)).as("faults that were met").isEqualTo(faults(Coverage.possible()));
        }
    }

    private static Set<String> faults(Set<Pair> pairs) {
        return pairs.stream().map(Pair::fault).collect(Collectors.toSet());
    }
}
