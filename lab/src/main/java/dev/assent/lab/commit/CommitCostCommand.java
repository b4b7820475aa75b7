package dev.assent.lab.commit;

import dev.assent.lab.MeasuringOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./assent lab commit-cost}: measures and prints the table. */
@Command(name = "commit-cost", description = "What a two-phase commit costs, beside a raw fdatasync and in memory.")
public final class CommitCostCommand implements Callable<Integer> {
    @Mixin
    private MeasuringOptions options = new MeasuringOptions();

    /** Measures; status 2 for an option that is not allowed. */
    @Override
    public Integer call() throws RunnerException, IOException {
        return options.run(CommitCost::measure);
    }
}
