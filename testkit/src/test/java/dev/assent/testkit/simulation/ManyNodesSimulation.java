package dev.assent.testkit.simulation;

import java.util.Set;

/**
 * Worlds of up to five nodes that call each other in chains, trees, diamonds and loops, with crashes at any port call,
 * lost, late and repeated messages, and copies of folders.
 *
 * <p>As it is, some thousand worlds; the full form:
 *
 * <pre>
 *   ./mvnw -pl testkit -am test -Dtest=ManyNodesSimulation -Dsurefire.failIfNoSpecifiedTests=false -Dassent.seeds=100000
 * </pre>
 */
class ManyNodesSimulation extends SeededSimulation {
    @Override
    SimulationReport run(long seed) {
        return Simulator.runNodes(seed);
    }

    @Override
    SimulationReport replay(long seed) {
        return Simulator.replayNodes(seed);
    }

    @Override
    long portCallsMin() {
        return 100;
    }

    @Override
    Set<Sight> toBeShown() {
        return Sight.OF_NODES;
    }
}
