package dev.assent.server.crash;

import dev.assent.backends.Database;
import dev.assent.backends.ServerFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The crash matrix of databases, as {@link CrashRun} says. The worlds run at the same time. */
@Execution(ExecutionMode.CONCURRENT)
class DatabaseCrashIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "derby", "postgresql,mariadb"})
    void everyTransferIsWholeWhateverIsKilledWhereverItIs(String databases) throws Exception {
        List<Database> kinds = Stream.of(databases.split(",")).map(Database::of).toList();
        List<Database> ofBanks = List.of(kinds.get(0), kinds.get(kinds.size() - 1));
        try (ServerFolder servers = ServerFolder.in(folder);
                BankServers started = new BankServers(servers, ofBanks)) {
            for (Bank bank : started.await()) {
                bank.found();
            }
            CrashRun.makeAll(new BankWorld(started, folder.resolve("log"), folder.resolve("processes.log")), databases);
        }
    }
}
