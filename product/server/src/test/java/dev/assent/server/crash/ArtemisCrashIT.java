package dev.assent.server.crash;

import dev.assent.backends.DatabaseServer;
import dev.assent.backends.ServerFolder;
import dev.assent.backends.artemis.ArtemisServer;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The crash matrix of a broker and a database, as {@link CrashRun} says. */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class ArtemisCrashIT {
    @TempDir
    Path folder;

    @Test
    void everyOrderIsBookedAndReceiptedOrNeitherWhateverIsKilledWhereverItIs() throws Exception {
        try (ServerFolder servers = ServerFolder.in(folder)) {
            ArtemisServer broker =
                    ArtemisServer.start(servers, CrashWorld.NAMES.get(0), RelayNode.ORDERS, RelayNode.RECEIPTS);
            DatabaseServer database = servers.startPostgres(CrashWorld.NAMES.get(1));
            Bank.of(database).found();
            if (Run.isWhole()) {
                broker.learn();
            }
            CrashRun.makeAll(
                    new RelayWorld(
                            broker,
                            database,
                            CrashRun.jvm(folder),
                            folder.resolve("log"),
                            folder.resolve("processes.log")),
                    "artemis,postgresql");
        }
    }
}
