package dev.assent.lab.pool;

import dev.assent.backends.PostgresServer;
import dev.assent.backends.ServerFolder;
import dev.assent.lab.MeasuringOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./assent lab pool-cost}: measures and prints the table. */
@Command(
        name = "pool-cost",
        description =
                "What taking and closing a pooled connection costs, beside Agroal alone and HikariCP; and what the"
                        + " question before a commit in one phase costs.")
public final class PoolCostCommand implements Callable<Integer> {
    @Mixin
    private MeasuringOptions options = new MeasuringOptions();

    /** Measures; status 1 when Assent's pool costs more than it may, 2 for an option that is not allowed. */
    @Override
    public Integer call() throws RunnerException, IOException {
        return options.run(PoolCostCommand::measure);
    }

    private static PoolCost measure(int rounds, int seconds) throws RunnerException, IOException {
        try (ServerFolder folder = ServerFolder.temporary()) {
            PostgresServer server = folder.startPostgres("pool-cost");
            server.execute(InsertAndCommit.TABLE);
            String url = server.url() + (server.url().contains("?") ? "&" : "?") + "user=" + server.user();
            return PoolCost.measure(rounds, seconds, url);
        }
    }
}
