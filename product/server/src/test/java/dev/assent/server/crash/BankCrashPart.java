package dev.assent.server.crash;

import dev.assent.backends.Database;
import dev.assent.backends.ServerFolder;
import dev.assent.harness.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Crash tests of two banks, as {@link CrashRun} says. */
abstract class BankCrashPart {
    @TempDir
    Path folder;

    final void makeRuns(String title, Database north, Database south) throws Exception {
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
