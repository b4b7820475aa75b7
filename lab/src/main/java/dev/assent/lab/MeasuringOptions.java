package dev.assent.lab;

import dev.assent.core.message.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that measure in rounds. Thread safety: one thread. */
public final class MeasuringOptions {
    private static final int ROUNDS_MAX = 20;
    private static final int SECONDS_MAX = 60;

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
        return isRefused("--rounds", rounds, ROUNDS_MAX) || isRefused("--seconds", seconds, SECONDS_MAX);
    }

    private static boolean isRefused(String option, int value, int max) {
        if (value >= 1 && value <= max) {
            return false;
        }
        System.err.println(Message.LAB_OPTION_REFUSED.text(option, value, max));
        return true;
    }

    /** Prints the table, and writes it to the file that was named. */
    public void print(String table) throws IOException {
        System.out.print(table);
        if (out != null) {
            Files.writeString(out, table);
        }
    }
}
