package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.report.Report;
import dev.assent.lab.result.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./assent lab report}: shows runs. */
@Command(name = "report", description = "Writes the report of runs, as one page of HTML or as Markdown.")
public final class ReportCommand implements Callable<Integer> {
    @Mixin
    private StoreOption results = new StoreOption();

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description =
                    "their numbers; if several have measured the same, the last one counts (default: the last run)")
    private List<Integer> runs = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "lab-report.html",
            description = "the file; Markdown if its name ends with .md (default ${DEFAULT-VALUE})")
    private Path out = Path.of("lab-report.html");

    @Override
    public Integer call() throws SQLException, IOException {
        try (Store store = results.open()) {
            List<Integer> wanted = new ArrayList<>();
            for (int each : runs) {
                wanted.add(results.orLast(store, each));
            }
            if (wanted.isEmpty()) {
                wanted.add(results.orLast(store, null));
            }
            write(store, wanted, out);
        }
        return 0;
    }

    /**
     * Looks whether a report can be written there, before it is made.
     *
     * @throws IOException when it can't be
     */
    static void requireWritable(Path out) throws IOException {
        Path file = out.toAbsolutePath();
        Path folder = file.getParent();
        boolean isWritable = Files.exists(file)
                ? Files.isRegularFile(file) && Files.isWritable(file)
                : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
        if (!isWritable) {
            throw new IOException(
                    MESSAGES.reportUnwritten(out, "it is not a file, or this process may not write there"));
        }
    }

    static void write(Store store, List<Integer> runs, Path out) throws SQLException, IOException {
        Report report = new Reports(store).of(runs);
        try {
            Files.writeString(out, out.toString().endsWith(".md") ? report.toMarkdown() : report.toHtml());
        } catch (IOException refused) {
            throw new IOException(MESSAGES.reportUnwritten(out, refused), refused);
        }
        String numbers = runs.stream().map(String::valueOf).collect(Collectors.joining(", "));
        System.out.println("The report of run " + numbers + " is in " + out.toAbsolutePath());
    }
}
