package dev.assent.lab.invocations;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.invocations.Ranking.Named;
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
import java.util.stream.Stream;

/**
 * Experiment 4 in a report. Immutable.
 *
 * @param path of the same results
 */
record CommitSection(PaperResults measured, CommitPath path) implements Section {
    private static final Published PUBLISHED = new TwoPhaseCommit().published();
    private static final List<String> STEPS =
            List.of(Steps.CREATE, Steps.INVOCATION_1, Steps.INVOCATION_2, Steps.COMMIT);
    private static final String WORK = "without a transaction";

    private List<String> transports() {
        return measured.transports(TwoPhaseCommit.NAME);
    }

    private List<LabDatabase> databases() {
        return measured.databases(TwoPhaseCommit.NAME);
    }

    @Override
    public List<Block> figures() {
        List<Block> blocks = new ArrayList<>();
        List<Series> series =
                Series.of(Stream.concat(Stream.of(WORK), STEPS.stream()).toList());
        for (LabDatabase database : databases()) {
            blocks.add(new Pair(
                    new Chart(
                            "Published, Derby: without a transaction, and with the log",
                            Chart.MILLIS,
                            series,
                            PUBLISHED.transports().stream()
                                    .map(CommitSection::then)
                                    .toList()),
                    new Chart(
                            "Measured, " + database.title() + ": without a transaction, log off, log on",
                            Chart.MICROS,
                            series,
                            transports().stream()
                                    .map(each -> now(each, database))
                                    .toList())));
        }
        blocks.add(new StepFigures(measured, PUBLISHED)
                .times("Time of a transfer", STEPS, measured.keys(TwoPhaseCommit.NAME)));
        blocks.add(ratios());
        blocks.add(splits());
        blocks.addAll(path.tables(transports()));
        return blocks;
    }

    private static Group then(String transport) {
        return new Group(
                transport,
                List.of(
                        new Bar(TwoPhaseCommit.NO_TRANSACTIONS, alone(PublishedFigures.work(transport))),
                        steps(
                                TwoPhaseCommit.LOG_ON,
                                step -> Optional.of(PublishedFigures.commit(transport, step)),
                                Double.NaN)));
    }

    private static List<Double> alone(double work) {
        return MethodFigures.only(0, STEPS.size() + 1, work);
    }

    private interface Time {
        Optional<Double> of(String step);
    }

    private static Bar steps(String scenario, Time time, double half) {
        List<Double> values = new ArrayList<>(List.of(0.0));
        values.addAll(StepFigures.segments(STEPS, time::of));
        return new Bar(scenario, values, half);
    }

    private Group now(String transport, LabDatabase database) {
        List<Bar> bars = new ArrayList<>();
        measured.commit(transport, database, TwoPhaseCommit.NO_TRANSACTIONS)
                .ifPresent(found -> bars.add(new Bar(
                        TwoPhaseCommit.NO_TRANSACTIONS, alone(found.mean()), MethodFigures.half(found.time()))));
        for (String scenario : List.of(TwoPhaseCommit.LOG_OFF, TwoPhaseCommit.LOG_ON)) {
            bars.add(steps(
                    scenario,
                    step -> measured.commit(transport, database, scenario, step).map(Summary::mean),
                    StepFigures.half(measured.commit(transport, database, scenario))));
        }
        return new Group(transport, bars);
    }

    private Table ratios() {
        List<List<String>> rows = new ArrayList<>();
        for (String each : PUBLISHED.transports()) {
            rows.add(List.of(
                    each + ", Derby, published",
                    Figures.ratio(PublishedFigures.commit(each, Steps.TOTAL), PublishedFigures.work(each)),
                    ""));
        }
        for (LabDatabase database : databases()) {
            for (String each : transports()) {
                rows.add(List.of(
                        each + ", " + database.title(),
                        measured.commitRatio(each, database).map(Cells::of).orElse(""),
                        measured.logRatio(each, database).map(Cells::of).orElse("")));
            }
        }
        return new Table(
                "A transaction with its log on takes so many times as long",
                Column.of("", "", "as the work without one", "as one with its log off"),
                rows);
    }

    /** The paper's shares, from its last section, beside the same shares by our figures. */
    private Table splits() {
        List<List<String>> rows = new ArrayList<>();
        for (String each : PUBLISHED.transports()) {
            rows.add(row(each + ", Derby, published", Split.published(each)));
        }
        for (LabDatabase database : databases()) {
            for (String each : transports()) {
                measured.split(each, database).ifPresent(split -> rows.add(row(each + ", " + database.title(), split)));
            }
        }
        return new Table(
                "What a transaction adds to the work without one, in percent of that",
                Column.of("", "", "all", "create and commit", "contexts", "two-phase commit"),
                rows);
    }

    private static List<String> row(String title, Split split) {
        return List.of(
                title,
                Cells.whole(split.all()),
                Cells.whole(split.demarcation()),
                Cells.whole(split.context()),
                Cells.whole(split.twoPhase()));
    }

    @Override
    public List<String> differences() {
        List<String> sentences = new ArrayList<>();
        for (String transport : transports()) {
            for (LabDatabase database : databases()) {
                measured.split(transport, database)
                        .ifPresent(split -> sentences.add(split(transport, database, split)));
                path.sentence(transport, database).ifPresent(sentences::add);
                log(transport, database).ifPresent(sentences::add);
                peer(transport, database).ifPresent(sentences::add);
            }
        }
        return sentences;
    }

    private Optional<String> log(String transport, LabDatabase database) {
        return PaperResults.both(
                measured.commit(transport, database, TwoPhaseCommit.LOG_ON),
                measured.commit(transport, database, TwoPhaseCommit.LOG_OFF),
                (on, off) -> {
                    Estimate added = on.minus(off);
                    Estimate percent = on.over(off).minus(Estimate.exactly(1)).times(100);
                    return ("With %s the log adds %s us to a transaction over %s, %s %%, which is %s noise. In the"
                                    + " paper, the bars with the log are as high as those without it.")
                            .formatted(
                                    database.title(),
                                    Cells.unmarked(added),
                                    transport,
                                    Cells.unmarked(percent),
                                    added.of(0) == Estimate.Side.ABOVE || added.of(0) == Estimate.Side.BELOW
                                            ? "beyond"
                                            : "within");
                });
    }

    private Optional<String> peer(String transport, LabDatabase database) {
        return Counterpart.peerOf(transport)
                .flatMap(peer -> PaperResults.both(
                                measured.commit(peer, database, TwoPhaseCommit.LOG_ON),
                                measured.commit(transport, database, TwoPhaseCommit.LOG_ON),
                                Summary::over)
                        .map(ratio -> "With %s a transaction over %s takes %s times as long as over %s, in all."
                                .formatted(database.title(), peer, Cells.unmarked(ratio), transport)));
    }

    private static String split(String transport, LabDatabase database, Split split) {
        String text = "With %s a transaction over %s adds %s %% to its work"
                .formatted(database.title(), transport, Cells.wholeUnmarked(split.all()));
        return Counterpart.of(transport)
                .map(other -> text + changed(split, other))
                .orElse(text + ".");
    }

    /** Which share has changed most, whether it is more or less now. */
    private static String changed(Split now, String other) {
        Split then = Split.published(other);
        Ranking changes = Ranking.of(List.of(
                        change("creating and committing", now.demarcation(), then.demarcation()),
                        change("contexts", now.context(), then.context()),
                        change("two-phase commit", now.twoPhase(), then.twoPhase())))
                .orElseThrow();
        return "; published for %s with Derby were %s %%. The largest change is %s%s."
                .formatted(
                        other, Figures.whole(then.all().value()), changes.most().name(), changes.afterMost());
    }

    /** A change, ranked by its distance from the old value, either way. */
    private static Named change(String share, Estimate now, Estimate then) {
        Estimate change = now.minus(then);
        String name = "%s by %s points".formatted(share, Figures.signed(change.value()));
        return new Named(name, change.value() < 0 ? change.times(-1) : change);
    }
}
