package dev.assent.lab;

import java.io.IOException;
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
            description = "how often everything is measured, in turn (1 to 20, default ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--seconds",
            defaultValue = "5",
            paramLabel = "N",
            description = "seconds for each measurement, after as many of warm-up (1 to 60, default ${DEFAULT-VALUE})")
    private int seconds;

    /** How often everything is measured. */
    public int rounds() {
        return rounds;
    }

    /** How long each measurement takes, and its warm-up. */
    public int seconds() {
        return seconds;
    }

    /** Whether a value is not allowed; then it is told which. */
    public boolean isRefused() {
        return ReportOptions.isRefused("--rounds", rounds, ROUNDS_MAX)
                || ReportOptions.isRefused("--seconds", seconds, SECONDS_MAX);
    }

    /** As {@link ReportOptions#print}. */
    public void print(String table) throws IOException {
        report.print(table);
    }
}
