package dev.assent.core.cost;

import dev.assent.NodeId;
import dev.assent.core.adapter.FolderStorage;
import dev.assent.core.fixture.cost.CountingStorage;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.harness.Fast;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The costs on a real file system. */
@Fast
class CommitCostIT extends CommitCostContract {
    @TempDir
    Path parent;

    private CountingStorage storage;

    @Override
    protected FileDecisionLog openLog() {
        storage = new CountingStorage(FolderStorage.open(parent.resolve("log")));
        return FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2));
    }

    @Override
    protected long forces() {
        return storage.forces();
    }
}
