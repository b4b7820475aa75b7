package dev.assent.lab.call;

import dev.assent.lab.MeasuringOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./assent lab local-call}: measures and prints the table. */
@Command(name = "local-call", description = "What a call of an exported object of the same process costs.")
public final class LocalCallCommand implements Callable<Integer> {
    @Mixin
    private MeasuringOptions options = new MeasuringOptions();

    /** Measures; status 1 when a call costs more than it may, 2 for an option that is not allowed. */
    @Override
    public Integer call() throws RunnerException, IOException {
        return options.run(LocalCall::measure);
    }
}
