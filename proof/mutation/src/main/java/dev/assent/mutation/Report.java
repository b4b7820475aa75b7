package dev.assent.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page of a run, in Markdown. Immutable. */
final class Report {
    private static final Comparator<Result> BY_PLACE = Comparator.comparing(
                    (Result each) -> each.mutation().type())
            .thenComparing(each -> each.mutation().line());

    private final Options options;
    private final int all;
    private final Coverage coverage;
    private final List<Result> results;

    /**
     * Of a run.
     *
     * @param all how many mutants the classes have
     */
    Report(Options options, int all, Coverage coverage, List<Result> results) {
        this.options = options;
        this.all = all;
        this.coverage = coverage;
        this.results = results.stream().sorted(BY_PLACE).toList();
    }

    /** All results, by class and line. */
    List<Result> results() {
        return results;
    }

    /** One line with the figures of the whole. */
    String summary() {
        Score score = Score.of(results);
        return "%d of %d mutants tried, killed %s, of those that tests run %s"
                .formatted(score.mutants(), all, score.ofAll(), score.ofCovered());
    }

    /** Writes it. */
    Path write() throws IOException {
        return Files.writeString(options.out().resolve("report.md"), text());
    }

    /** The page. */
    String text() {
        List<String> lines = new ArrayList<>();
        lines.add("# Mutants of " + options.changed().getFileName());
        lines.add("");
        lines.add("Seed %d, %d of %d mutants, by %d test classes. The interval of a part is that of 95 %%."
                .formatted(options.seed(), results.size(), all, coverage.usable()));
        lines.add("");
        lines.add(
                "| package | mutants | killed | by time | survived | not covered | killed of all | killed of covered |");
        lines.add("|---|--:|--:|--:|--:|--:|--:|--:|");
        byPackage().forEach((name, some) -> lines.add(row("`" + name + "`", Score.of(some))));
        lines.add(row("all", Score.of(results)));
        addList(lines, "Survivors", Verdict.SURVIVED);
        addList(lines, "Not covered", Verdict.NOT_COVERED);
        if (!coverage.unusable().isEmpty()) {
            lines.add("");
            lines.add("## Test classes that fail without any mutant, and were left out");
            lines.add("");
            coverage.unusable().forEach(each -> lines.add("- " + each.replaceAll("\\s+", " ")));
        }
        return String.join("\n", lines) + "\n";
    }

    private Map<String, List<Result>> byPackage() {
        return results.stream()
                .collect(Collectors.groupingBy(
                        each -> each.mutation().packageName(), TreeMap::new, Collectors.toList()));
    }

    private static String row(String name, Score score) {
        return "| %s | %d | %d | %d | %d | %d | %s | %s |"
                .formatted(
                        name,
                        score.mutants(),
                        score.killed(),
                        score.timedOut(),
                        score.survived(),
                        score.notCovered(),
                        score.ofAll(),
                        score.ofCovered());
    }

    private void addList(List<String> lines, String title, Verdict verdict) {
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        lines.add("| class | method | line | mutator | change |");
        lines.add("|---|---|--:|---|---|");
        for (Result each : results) {
            if (each.verdict() == verdict) {
                Mutation mutation = each.mutation();
                lines.add("| `%s` | `%s` | %d | %s | %s |"
                        .formatted(
                                mutation.type(),
                                mutation.method(),
                                mutation.line(),
                                mutation.mutator(),
                                mutation.change().replace("|", "\\|")));
            }
        }
    }
}
