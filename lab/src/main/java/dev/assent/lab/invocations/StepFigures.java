package dev.assent.lab.invocations;

import dev.assent.lab.bank.Bank;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Block.Bar;
import dev.assent.lab.report.Block.Chart;
import dev.assent.lab.report.Block.Group;
import dev.assent.lab.report.Block.Pair;
import dev.assent.lab.report.Block.Series;
import dev.assent.lab.report.Block.Table;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Experiments 3 and 4 in a report: what is measured is made of steps. Immutable. */
record StepFigures(PaperResults measured) {
    private static final List<String> DEMARCATION = List.of("create", "commit");
    private static final List<String> TRANSFER = List.of("create", "invocation 1", "invocation 2", "commit");

    void demarcation(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        List<Group> then = published.transports().stream()
                .map(each -> new Group(
                        each, List.of(new Bar(each, steps(published, each, "", PaperResults.REMOTE, DEMARCATION)))))
                .toList();
        List<Group> now = new ArrayList<>();
        for (String transport : transports) {
            now.add(new Group(
                    transport,
                    List.of(new Bar(
                            PaperResults.REMOTE, values(DEMARCATION, step -> measured.demarcation(transport, step))))));
            now.add(new Group(
                    transport + ", inside",
                    List.of(new Bar(
                            PaperResults.INSIDE,
                            values(DEMARCATION, step -> measured.demarcationInside(transport, step))))));
        }
        blocks.add(new Pair(
                new Chart("Published", Chart.MILLIS, Series.of(DEMARCATION), then),
                new Chart("Measured", Chart.MICROS, Series.of(DEMARCATION), now)));
        blocks.add(stepTable(
                "Time and bytes of a transaction",
                published,
                List.of("create", "commit", PaperResults.TOTAL),
                measured.keys("demarcation")));
        blocks.add(bytesTable(published, transports));
    }

    /** Of each step; those of the total are counted apart, so that they need not be the exact sum. */
    private Table bytesTable(Published published, List<String> transports) {
        List<String> steps = new ArrayList<>(DEMARCATION);
        steps.add(PaperResults.TOTAL);
        List<List<String>> rows = new ArrayList<>();
        for (String each : published.transports()) {
            rows.add(row(
                    each + ", published",
                    steps,
                    step -> published.find(each, "", PaperResults.REMOTE, step).map(Published.Figure::bytes)));
        }
        for (String each : transports) {
            rows.add(row(each, steps, step -> measured.demarcation(each, step).map(Summary::bytes)));
        }
        List<Column> columns = new ArrayList<>(Column.of("", ""));
        columns.addAll(Column.of("", steps));
        return new Table("Bytes of messages, a remote client", columns, rows);
    }

    private static List<String> row(String title, List<String> steps, Function<String, Optional<Double>> bytes) {
        List<String> row = new ArrayList<>(List.of(title));
        steps.forEach(step -> row.add(bytes.apply(step).map(Figures::whole).orElse("")));
        return row;
    }

    private static List<Double> steps(
            Published published, String transport, String scenario, String subject, List<String> steps) {
        return steps.stream()
                .map(step -> published
                        .find(transport, scenario, subject, step)
                        .map(Published.Figure::millis)
                        .orElse(0.0))
                .toList();
    }

    private interface Found {
        Optional<Summary> of(String step);
    }

    private static List<Double> values(List<String> steps, Found found) {
        return steps.stream()
                .map(step -> found.of(step).map(Summary::mean).orElse(0.0))
                .toList();
    }

    private Table stepTable(String caption, Published published, List<String> steps, List<Measure.Key> keys) {
        List<Column> columns = new ArrayList<>(Column.of("", ""));
        steps.forEach(each -> columns.addAll(
                each.equals(PaperResults.TOTAL)
                        ? Column.of(each, "mean", "95 %", "median", "99 %", "deviation")
                        : Column.of(each, "mean", "95 %")));
        columns.addAll(Column.of("", "bytes", "packets"));
        List<List<String>> rows = new ArrayList<>();
        for (Published.Figure total : published.all()) {
            if (total.step().equals(PaperResults.TOTAL)) {
                rows.add(publishedRow(published, total, steps));
            }
        }
        for (Measure.Key key : keys) {
            List<String> row = new ArrayList<>(List.of(PaperResults.title(key) + ", us"));
            for (String step : steps) {
                Optional<Summary> found = measured.find(key.at(step));
                row.add(found.map(PaperResults::mean).orElse(""));
                row.add(found.map(each -> Figures.around(each.low(), each.high()))
                        .orElse(""));
            }
            Optional<Summary> total = measured.find(key.at(PaperResults.TOTAL));
            row.add(total.map(each -> Figures.of(each.median())).orElse(""));
            row.add(total.map(each -> Figures.of(each.p99())).orElse(""));
            row.add(total.map(each -> Figures.of(each.deviation())).orElse(""));
            row.add(total.map(each -> Figures.whole(each.bytes())).orElse(""));
            row.add(total.map(each -> Figures.of(each.packets())).orElse(""));
            rows.add(row);
        }
        return new Table(caption, columns, rows);
    }

    private static List<String> publishedRow(Published published, Published.Figure total, List<String> steps) {
        String scenario = total.scenario().isEmpty() ? "" : ", " + total.scenario();
        List<String> row = new ArrayList<>(List.of(total.transport() + scenario + ", published, ms"));
        for (String step : steps) {
            row.add(published
                    .find(total.transport(), total.scenario(), total.subject(), step)
                    .map(each -> Figures.published(each.millis()))
                    .orElse(""));
            row.add("");
        }
        row.addAll(List.of("", "", "", Figures.whole(total.bytes()), ""));
        return row;
    }

    void commit(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        List<String> series = new ArrayList<>(List.of("without a transaction"));
        series.addAll(TRANSFER);
        List<Group> then = new ArrayList<>();
        for (String each : published.transports()) {
            double without = published
                    .find(each, TwoPhaseCommit.NO_TRANSACTIONS, TwoPhaseCommit.TRANSFER, PaperResults.TOTAL)
                    .map(Published.Figure::millis)
                    .orElse(0.0);
            List<Double> with = new ArrayList<>(List.of(0.0));
            with.addAll(steps(published, each, TwoPhaseCommit.LOG_ON, TwoPhaseCommit.TRANSFER, TRANSFER));
            then.add(new Group(
                    each,
                    List.of(
                            new Bar(TwoPhaseCommit.NO_TRANSACTIONS, MethodFigures.only(0, series.size(), without)),
                            new Bar(TwoPhaseCommit.LOG_ON, with))));
        }
        for (Bank bank : measured.banks("commit")) {
            List<Group> now = new ArrayList<>();
            for (String each : transports) {
                List<Bar> bars = new ArrayList<>();
                measured.commit(each, bank, TwoPhaseCommit.NO_TRANSACTIONS, PaperResults.TOTAL)
                        .ifPresent(found -> bars.add(new Bar(
                                TwoPhaseCommit.NO_TRANSACTIONS, MethodFigures.only(0, series.size(), found.mean()))));
                for (String scenario : List.of(TwoPhaseCommit.LOG_OFF, TwoPhaseCommit.LOG_ON)) {
                    List<Double> with = new ArrayList<>(List.of(0.0));
                    with.addAll(values(TRANSFER, step -> measured.commit(each, bank, scenario, step)));
                    bars.add(new Bar(scenario, with));
                }
                now.add(new Group(each, bars));
            }
            blocks.add(new Pair(
                    new Chart(
                            "Published, Derby: without a transaction, and with the log",
                            Chart.MILLIS,
                            Series.of(series),
                            then),
                    new Chart(
                            "Measured, " + bank.title() + ": without a transaction, log off, log on",
                            Chart.MICROS,
                            Series.of(series),
                            now)));
        }
        List<String> steps = new ArrayList<>(TRANSFER);
        steps.add(PaperResults.TOTAL);
        blocks.add(stepTable("Time of a transfer", published, steps, measured.keys("commit")));
        blocks.add(splits(published, transports));
    }

    /** What the paper says in its last section, beside what follows from what was measured in the same way. */
    private Table splits(Published published, List<String> transports) {
        List<List<String>> rows = new ArrayList<>();
        for (String each : published.transports()) {
            rows.add(row(each + ", Derby, published", PaperResults.Split.published(each)));
        }
        for (Bank bank : measured.banks("commit")) {
            for (String each : transports) {
                measured.split(each, bank).ifPresent(split -> rows.add(row(each + ", " + bank.title(), split)));
            }
        }
        return new Table(
                "What a transaction adds to the work without one, in percent of that",
                Column.of("", "", "all", "create and commit", "contexts", "two-phase commit"),
                rows);
    }

    private static List<String> row(String title, PaperResults.Split split) {
        return List.of(
                title,
                Figures.whole(split.all()),
                Figures.whole(split.demarcation()),
                Figures.whole(split.context()),
                Figures.whole(split.twoPhase()));
    }
}
