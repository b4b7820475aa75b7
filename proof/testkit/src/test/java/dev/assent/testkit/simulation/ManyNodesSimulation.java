package dev.assent.testkit.simulation;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Worlds of several nodes that call each other in chains, trees, diamonds and loops, with crashes at any port call,
 * lost, late and repeated messages, and copies of folders. They have even seeds.
 */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class ManyNodesSimulation extends SeededSimulation {
    ManyNodesSimulation() {
        super(WorldKind.SEVERAL, !Run.isWhole() ? 300 : 1_500);
    }

    @Override
    Set<Sight> toBeShown() {
        return Sight.OF_NODES;
    }
}
