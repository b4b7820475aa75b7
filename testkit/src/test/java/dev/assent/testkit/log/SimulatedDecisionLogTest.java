package dev.assent.testkit.log;

import dev.assent.core.identity.NodeId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.harness.Fast;
import dev.assent.testkit.storage.SimulatedDisk;
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
