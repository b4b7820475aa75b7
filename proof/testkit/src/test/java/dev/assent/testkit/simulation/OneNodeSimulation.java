package dev.assent.testkit.simulation;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Worlds by chance: one node, its log, resources and clients, with all that can go wrong. They have odd seeds. */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class OneNodeSimulation extends SeededSimulation {
    OneNodeSimulation() {
        super(WorldKind.ALONE, !Run.isWhole() ? 1_000 : 5_000);
    }

    @Override
    Set<Sight> toBeShown() {
        return EnumSet.complementOf(EnumSet.copyOf(Sight.OF_NODES));
    }
}
