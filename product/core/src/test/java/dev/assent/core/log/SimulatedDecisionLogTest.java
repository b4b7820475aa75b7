package dev.assent.core.log;

import dev.assent.NodeId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.harness.Fast;
import java.util.SplittableRandom;

@Fast
class SimulatedDecisionLogTest extends DecisionLogContract {
    private final SimulatedDisk disk = new SimulatedDisk();
    private final SplittableRandom random = new SplittableRandom(1);

    @Override
    protected DecisionLog open() {
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        return FileDecisionLog.open(disk.mount(random), options, () -> new NodeId(1, 2));
    }
}
