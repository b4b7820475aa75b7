package dev.assent.testkit.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Worlds that show a planted bug become small, break the same law, and become the same again. */
@Fast
@Execution(ExecutionMode.CONCURRENT)
class ShrinkerSimulation {
    private static final int WORLDS_MAX = 300;

    static Stream<Planted> bugs() {
        return Stream.of(PlantedBug.DECISION_NOT_FORCED, PlantedNodeBug.ANYBODY_IS_THE_SUPERIOR);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void aWorldWithABugBecomesSmall(Planted bug) {
        long seed = firstSeed(bug);
        List<String> once = new PlantedLoader(bug).shrink(seed, WORLDS_MAX);
        List<String> again = new PlantedLoader(bug).shrink(seed, WORLDS_MAX);
        System.out.printf(
                "%s, seed %d: %s choices became %s, %s lines became %s%n",
                bug, seed, once.get(1), once.get(4), once.get(2), once.get(5));

        assertThat(law(once.get(3))).as("the law").isEqualTo(law(once.get(0)));
        assertThat(Integer.parseInt(once.get(4)))
                .as("choices of %s", once.get(1))
                .isLessThanOrEqualTo(Integer.parseInt(once.get(1)) / 4);
        assertThat(again).isEqualTo(once);
    }

    private static String law(String violation) {
        return violation.substring(0, violation.indexOf(':'));
    }

    private static long firstSeed(Planted bug) {
        PlantedLoader.Worlds worlds = new PlantedLoader(bug).worlds();
        long seed = 1;
        String violation = worlds.violation(seed);
        while (violation == null || !bug.isFoundBy(violation)) {
            violation = worlds.violation(++seed);
        }
        return seed;
    }
}
