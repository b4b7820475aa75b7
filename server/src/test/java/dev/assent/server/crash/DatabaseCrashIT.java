package dev.assent.server.crash;

import dev.assent.backends.Database;
import dev.assent.backends.ServerFolder;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The crash matrix of databases, as {@link CrashRun} says: every transfer is whole whatever is killed wherever
 * it is. The worlds run at the same time.
 */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class DatabaseCrashIT {
    @TempDir
    Path folder;

    @Test
    void transfersAreWholeOnPostgresql() throws Exception {
        makeRuns("postgresql", Database.POSTGRESQL, Database.POSTGRESQL);
    }

    @Test
    void transfersAreWholeOnMariadb() throws Exception {
        makeRuns("mariadb", Database.MARIADB, Database.MARIADB);
    }

    @Test
    void transfersAreWholeOnDerby() throws Exception {
        makeRuns("derby", Database.DERBY, Database.DERBY);
    }

    @Test
    void transfersAreWholeOnPostgresqlWithMariadb() throws Exception {
        makeRuns("postgresql,mariadb", Database.POSTGRESQL, Database.MARIADB);
    }

    private void makeRuns(String title, Database north, Database south) throws Exception {
        try (ServerFolder servers = ServerFolder.in(folder);
                BankServers started = new BankServers(servers, List.of(north, south))) {
            for (Bank bank : started.await()) {
                bank.found();
            }
            if (Run.isWhole()) {
                started.learn();
            }
            CrashRun.makeAll(
                    new BankWorld(
                            started, CrashRun.jvm(folder), folder.resolve("log"), folder.resolve("processes.log")),
                    title);
        }
    }
}
