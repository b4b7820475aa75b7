package dev.assent.core.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Concurrent structures are linearizable. Lincheck lets two threads do operations and take turns at each access to
 * shared data, in another way each time and in the same ways in each run. It finds the broken structures. With {@code
 * -Dassent.races=full} it tries far more ways.
 */
@Sampled(tests = 1)
class RaceTest {
    private static final boolean IS_FULL = "full".equals(System.getProperty("assent.races"));
    private static final int SCENARIOS = IS_FULL ? 200 : Run.isWhole() ? 10 : 3;
    private static final int SCENARIOS_TO_BREAK = 10;
    private static final int WAYS_EACH = IS_FULL ? 10_000 : 300;

    @ParameterizedTest
    @EnumSource(Structure.class)
    void isLinearizable(Structure structure) {
        check(structure.operations(), SCENARIOS);
    }

    @ParameterizedTest
    @ValueSource(classes = {TwoStepGate.class, BlindTable.class, EagerForce.class})
    void aBrokenOneIsFound(Class<?> broken) {
        Throwable found = catchThrowable(() -> check(broken, SCENARIOS_TO_BREAK));
        assertThat(found).isInstanceOf(LincheckAssertionError.class).hasMessageContaining("Invalid execution results");
        assertThat(found.getMessage()).doesNotContain("Exception");
    }

    private static void check(Class<?> operations, int scenarios) {
        new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(WAYS_EACH)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .minimizeFailedScenario(false)
                .check(operations);
    }
}
