package dev.assent.lab;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that prints a table. Thread safety: one thread. */
public final class ReportOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(names = "--out", paramLabel = "FILE", description = "also write the table to this Markdown file")
    private @Nullable Path out;

    /** Whether a value is outside of 1 to the highest; if so, prints a message that says which are allowed. */
    public static boolean isRefused(String option, int value, int max) {
        if (value >= 1 && value <= max) {
            return false;
        }
        System.err.println(MESSAGES.optionRefused(option, value, max));
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
