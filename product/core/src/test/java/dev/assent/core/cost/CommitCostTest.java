package dev.assent.core.cost;

import dev.assent.NodeId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.harness.Fast;
import java.util.SplittableRandom;

/** The costs on a simulated disk. */
@Fast
class CommitCostTest extends CommitCostContract {
    private final SimulatedStorage storage = new SimulatedDisk().mount(new SplittableRandom(1));

    @Override
    protected FileDecisionLog openLog() {
        return FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2));
    }

    @Override
    protected long forces() {
        return storage.forces();
    }
}
