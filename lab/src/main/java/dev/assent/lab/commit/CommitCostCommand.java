package dev.assent.lab.commit;

import dev.assent.core.message.Message;
import dev.assent.lab.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./assent lab commit-cost}: measures and prints the table. */
@Command(name = "commit-cost", description = "What a two-phase commit costs, beside a raw fdatasync and in memory.")
public final class CommitCostCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            paramLabel = "N",
            description = "how often everything is measured, in turn (1 to 20, default ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--seconds",
            defaultValue = "5",
            paramLabel = "N",
            description = "seconds for each measurement, after as many of warm-up (1 to 60, default ${DEFAULT-VALUE})")
    private int seconds;

    @Option(names = "--out", paramLabel = "FILE", description = "also write the table to this Markdown file")
    private @Nullable Path out;

    /** Measures; status 2 for an option that is not allowed. */
    @Override
    public Integer call() throws RunnerException, IOException {
        if (isRefused("--rounds", rounds, 20) || isRefused("--seconds", seconds, 60)) {
            return 2;
        }
        Machine machine = Machine.here();
        CommitCost cost = CommitCost.measure(rounds, seconds);
        String table = cost.toMarkdown(machine, rounds, seconds);
        System.out.print(table);
        if (out != null) {
            Files.writeString(out, table);
        }
        return 0;
    }

    private static boolean isRefused(String option, int value, int max) {
        if (value >= 1 && value <= max) {
            return false;
        }
        System.err.println(Message.LAB_OPTION_REFUSED.text(option, value, max));
        return true;
    }
}
