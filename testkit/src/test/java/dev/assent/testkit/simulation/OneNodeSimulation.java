package dev.assent.testkit.simulation;

import java.util.EnumSet;
import java.util.Set;

/**
 * Worlds by chance: one node, its log, resources and clients, with all that can go wrong.
 *
 * <p>As it is, some thousand worlds. The full form takes less than a minute:
 *
 * <pre>
 *   ./mvnw -pl testkit -am test -Dtest=OneNodeSimulation -Dsurefire.failIfNoSpecifiedTests=false -Dassent.seeds=100000
 * </pre>
 */
class OneNodeSimulation extends SeededSimulation {
    @Override
    SimulationReport run(long seed) {
        return Simulator.run(seed);
    }

    @Override
    SimulationReport replay(long seed) {
        return Simulator.replay(seed);
    }

    @Override
    long portCallsMin() {
        return 0;
    }

    @Override
    Set<Sight> toBeShown() {
        return EnumSet.complementOf(EnumSet.copyOf(Sight.OF_NODES));
    }
}
