package dev.assent.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.HangWatch;
import dev.assent.harness.Run;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fixed worlds, run once to count the calls of ports, then once for every call with a crash in it: of
 * the node, by kill and by loss of power; of the node again while it recovers; of the resource.
 *
 * <p>{@code -Dassent.stride=1} tries every first crash before every second one, which takes a minute.
 */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class CrashAtEveryCallSimulation {
    /** The test tries so many ways in which a crash leaves the disk, and in which calls under way take effect later. */
    private static final int WAYS = 2;

    /** How many of the first crashes are tried before every second one: one of so many. */
    private static final int STRIDE = Integer.getInteger("assent.stride", !Run.isWhole() ? 131 : 17);

    static List<Scenario> first() {
        return Sample.of("scenarios in which the node crashes", 2, Scenario.values());
    }

    static List<Scenario> again() {
        return Sample.of("scenarios in which the node crashes again", 1, Scenario.values());
    }

    static List<Scenario> resource() {
        return Sample.of("scenarios in which a resource crashes", 2, Scenario.values());
    }

    @ParameterizedTest
    @MethodSource("first")
    void theNodeCrashesInEveryCall(Scenario scenario) {
        for (boolean isInline : new boolean[] {true, false}) {
            long calls = portCalls(scenario, isInline);
            assertThat(calls).isGreaterThan(20);
            for (long call = 1; call <= calls; call++) {
                for (int way = 0; way < WAYS; way++) {
                    run(scenario, way, scenario.profile(isInline, 0, way % 2, call));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("again")
    void theNodeCrashesAgainInEveryCallOfItsNextLife(Scenario scenario) {
        long calls = portCalls(scenario, true);
        for (long call = 1; call <= calls; call += STRIDE) {
            SimulationReport once = run(scenario, 0, scenario.profile(true, 0, call % 2, call));
            long again = once.portCalls().size() < 2 ? 0 : once.portCalls().get(1);
            for (long second = 1; second <= again; second++) {
                run(scenario, 0, scenario.profile(true, 0, call % 2, call, second));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("resource")
    void theResourceCrashesInEveryCall(Scenario scenario) {
        for (boolean isInline : new boolean[] {true, false}) {
            long calls = run(scenario, 0, scenario.profile(isInline, 0, 0)).resourceCalls();
            for (long call = 1; call <= calls; call++) {
                for (int way = 0; way < WAYS; way++) {
                    run(scenario, way, scenario.profile(isInline, call, 0));
                }
            }
        }
    }

    @Test
    void forcedWritesAreThoseOfTheLaw() {
        for (Scenario scenario : Scenario.values()) {
            if (scenario.forces() >= 0) {
                SimulationReport report = run(scenario, 0, scenario.profile(true, 0, 0));
                assertThat(report.forces()).as(scenario.name()).isEqualTo(scenario.forces());
            }
        }
    }

    private static long portCalls(Scenario scenario, boolean isInline) {
        return run(scenario, 0, scenario.profile(isInline, 0, 0)).portCalls().get(0);
    }

    private static SimulationReport run(Scenario scenario, long seed, Profile profile) {
        SimulationReport report = Simulator.run(seed, profile, false);
        HangWatch.progress();
        if (!report.isClean()) {
            System.out.println(Simulator.run(seed, profile, true).fullStory());
        }
        assertThat(report.violation())
                .as(scenario + ", seed " + seed + ", " + profile)
                .isNull();
        return report;
    }
}
