package dev.assent.core.log;

import dev.assent.NodeId;
import dev.assent.core.adapter.FolderStorage;
import dev.assent.harness.Fast;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

@Fast
class FolderDecisionLogIT extends DecisionLogContract {
    @TempDir
    Path parent;

    @Override
    protected DecisionLog open() {
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        return FileDecisionLog.open(FolderStorage.open(parent.resolve("log")), options, () -> new NodeId(1, 2));
    }
}
