package dev.assent.lab;

import java.io.IOException;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that measure in rounds of some seconds. Thread safety: one thread. */
public final class MeasuringOptions {
    private static final int ROUNDS_MAX = 20;
    private static final int SECONDS_MAX = 60;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--rounds",
            defaultValue = "3",
            paramLabel = "N",
            description = "how often to measure everything, in turn (1 to 20, default ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--seconds",
            defaultValue = "5",
            paramLabel = "N",
            description = "seconds for each measurement, after as many of warm-up (1 to 60, default ${DEFAULT-VALUE})")
    private int seconds;

    /** A way to measure. */
    @FunctionalInterface
    public interface Measuring {
        /**
         * Measures.
         *
         * @param rounds how often everything is measured
         * @param seconds how long each measurement takes, and its warm-up
         * @throws RunnerException when a benchmark fails
         * @throws IOException when something that it needs can't be started
         */
        Measured measure(int rounds, int seconds) throws RunnerException, IOException;
    }

    /**
     * Measures, and prints the table as {@link ReportOptions#print} does.
     *
     * @return the exit status: 1 when a promise does not hold; 2 when an option is not allowed, after a message that
     *     says so
     */
    public int run(Measuring measuring) throws RunnerException, IOException {
        if (ReportOptions.isRefused("--rounds", rounds, ROUNDS_MAX)
                || ReportOptions.isRefused("--seconds", seconds, SECONDS_MAX)) {
            return 2;
        }
        Machine machine = Machine.here();
        Measured measured = measuring.measure(rounds, seconds);
        report.print(measured.toMarkdown(machine, rounds, seconds));
        return measured.holds() ? 0 : 1;
    }
}
