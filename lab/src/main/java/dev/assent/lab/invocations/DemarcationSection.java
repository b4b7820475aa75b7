package dev.assent.lab.invocations;

import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Block.Bar;
import dev.assent.lab.report.Block.Chart;
import dev.assent.lab.report.Block.Group;
import dev.assent.lab.report.Block.Pair;
import dev.assent.lab.report.Block.Series;
import dev.assent.lab.report.Block.Table;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Experiment 3 in a report. Immutable. */
record DemarcationSection(PaperResults measured) implements Section {
    private static final Published PUBLISHED = new Demarcation().published();
    private static final List<String> STEPS = List.of(Steps.CREATE, Steps.COMMIT);
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double PERCENT = 100;

    private StepFigures steps() {
        return new StepFigures(measured, PUBLISHED);
    }

    private List<String> transports() {
        return measured.transports(Demarcation.NAME);
    }

    @Override
    public List<Block> figures() {
        return List.of(
                new Pair(
                        new Chart("Published", Chart.MILLIS, Series.of(STEPS), then()),
                        new Chart("Measured", Chart.MICROS, Series.of(STEPS), now())),
                steps().times("Time and bytes of an empty transaction", STEPS, measured.keys(Demarcation.NAME)),
                bytes(),
                ratios());
    }

    private List<Group> then() {
        return PUBLISHED.transports().stream()
                .map(each -> new Group(
                        each,
                        List.of(new Bar(
                                each,
                                StepFigures.segments(
                                        STEPS, step -> Optional.of(PublishedFigures.demarcation(each, step)))))))
                .toList();
    }

    private List<Group> now() {
        List<Group> now = new ArrayList<>();
        for (String each : transports()) {
            now.add(group(each, PaperResults.REMOTE, step -> measured.demarcation(each, step)));
            now.add(group(each + ", inside", PaperResults.INSIDE, step -> measured.demarcationInside(each, step)));
        }
        return now;
    }

    private static Group group(String name, String subject, Function<String, Optional<Summary>> found) {
        return new Group(
                name,
                List.of(new Bar(
                        subject,
                        StepFigures.segments(STEPS, step -> found.apply(step).map(Summary::mean)),
                        StepFigures.half(found.apply(Steps.TOTAL)))));
    }

    /** The bytes of each step. Those of the total are counted apart, so they need not be the exact sum. */
    private Table bytes() {
        return table(
                "Bytes of messages, a remote client, " + Cells.COUNTED,
                (transport, step) -> PUBLISHED
                        .find(transport, "", PaperResults.REMOTE, step)
                        .map(figure -> Figures.whole(figure.bytes())),
                (transport, step) -> measured.demarcation(transport, step).map(found -> Cells.whole(found.bytes())));
    }

    /** To the fastest of the paper, and of ours. */
    private Table ratios() {
        return table(
                "Time of a remote client, in multiples of the fastest transport's",
                (transport, step) -> Optional.of(Figures.ratio(
                        PublishedFigures.demarcation(transport, step),
                        PUBLISHED.transports().stream()
                                .mapToDouble(each -> PublishedFigures.demarcation(each, step))
                                .min()
                                .orElseThrow())),
                (transport, step) -> measured.demarcation(transport, step)
                        .flatMap(found -> Cells.ofFastest(
                                found,
                                transports().stream()
                                        .flatMap(each -> measured.demarcation(each, step).stream())
                                        .toList())));
    }

    private interface Cell {
        Optional<String> of(String transport, String step);
    }

    /** A row for each transport, a column for each step and all. */
    private Table table(String caption, Cell then, Cell now) {
        List<String> columns = StepFigures.withTotal(STEPS);
        List<List<String>> rows = new ArrayList<>();
        PUBLISHED
                .transports()
                .forEach(each -> rows.add(row(each + ", published", columns, step -> then.of(each, step))));
        transports().forEach(each -> rows.add(row(each, columns, step -> now.of(each, step))));
        List<Column> header = new ArrayList<>(Column.of("", ""));
        header.addAll(Column.of("", columns));
        return new Table(caption, header, rows);
    }

    private static List<String> row(String title, List<String> steps, Function<String, Optional<String>> cell) {
        List<String> row = new ArrayList<>(List.of(title));
        steps.forEach(step -> row.add(cell.apply(step).orElse("")));
        return row;
    }

    @Override
    public List<String> differences() {
        List<String> sentences = new ArrayList<>();
        for (String transport : transports()) {
            remote(transport).ifPresent(sentences::add);
            inside(transport).ifPresent(sentences::add);
        }
        return sentences;
    }

    private Optional<String> remote(String transport) {
        return PaperResults.both(
                measured.demarcation(transport, Steps.CREATE),
                measured.demarcation(transport, Steps.TOTAL),
                (create, all) -> "Over %s creating a transaction is %s %% of creating and committing it%s."
                        .formatted(
                                transport,
                                Cells.unmarked(create.over(all).times(PERCENT)),
                                Counterpart.of(transport)
                                        .map(other -> published(other, all))
                                        .orElse("")));
    }

    private Optional<String> inside(String transport) {
        return PaperResults.both(
                measured.demarcationInside(transport, Steps.TOTAL),
                measured.demarcation(transport, Steps.TOTAL),
                (inside, remote) ->
                        "Inside of a server over %s creating and committing cost %s %% of what a remote client pays."
                                .formatted(
                                        transport,
                                        Cells.unmarked(inside.over(remote).times(PERCENT))));
    }

    private static String published(String other, Summary total) {
        double create = PublishedFigures.demarcation(other, Steps.CREATE);
        double all = PublishedFigures.demarcation(other, Steps.TOTAL);
        return "; published for %s were %s %%, and both are %s times as fast now"
                .formatted(
                        other,
                        Figures.of(PERCENT * create / all),
                        Cells.unmarked(Estimate.exactly(all * MICROS_PER_MILLI).over(total.time())));
    }
}
