package dev.assent.lab.run;

import dev.assent.lab.report.Report;
import dev.assent.lab.result.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./assent lab report}: shows a run. */
@Command(name = "report", description = "Writes the report of a run, as one page of HTML or as Markdown.")
public final class ReportCommand implements Callable<Integer> {
    @Mixin
    private StoreOption results = new StoreOption();

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "its number (default: the last one)")
    private @Nullable Integer run;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "lab-report.html",
            description = "where it is written; Markdown when it ends with .md (default ${DEFAULT-VALUE})")
    private Path out = Path.of("lab-report.html");

    @Override
    public Integer call() throws SQLException, IOException {
        try (Store store = results.open()) {
            write(store, StoreOption.orLast(store, run), out);
        }
        return 0;
    }

    static void write(Store store, int run, Path out) throws SQLException, IOException {
        Report report = new Reports(store).of(run);
        Files.writeString(out, out.toString().endsWith(".md") ? report.toMarkdown() : report.toHtml());
        System.out.println("The report of run " + run + " is in " + out.toAbsolutePath());
    }
}
