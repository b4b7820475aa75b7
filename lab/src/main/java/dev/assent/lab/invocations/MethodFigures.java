package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
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
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Experiments 1 and 2 in a report: a row and a group of bars for each method. Immutable. */
record MethodFigures(PaperResults measured) {
    /** Of no transport, in any chart. */
    private static final int CONTEXT_COLOUR = 5;

    void plain(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        blocks.add(new Pair(
                methods(
                        "Published",
                        Chart.MILLIS,
                        published.transports(),
                        (method, transport) -> published
                                .find(transport, "", method.method(), PaperResults.CALL)
                                .map(Published.Figure::millis)),
                methods(
                        "Measured",
                        Chart.MICROS,
                        transports,
                        (method, transport) -> measured.plain(transport, method).map(Summary::mean))));
        blocks.add(times("plain", "Mean time of a call", transports, published));
        blocks.add(bytes(published, "plain", transports));
        blocks.add(ratios(transports, published));
    }

    private interface Look {
        Optional<Double> at(Payload method, String transport);
    }

    /** A bar for each transport, of its own colour, in a group for each method. */
    private static Chart methods(String title, String unit, List<String> transports, Look look) {
        List<Group> groups = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<Bar> bars = new ArrayList<>();
            for (int i = 0; i < transports.size(); i++) {
                Optional<Double> value = look.at(method, transports.get(i));
                if (value.isPresent()) {
                    bars.add(new Bar(transports.get(i), only(i, transports.size(), value.get())));
                }
            }
            if (!bars.isEmpty()) {
                groups.add(new Group(method.method(), bars));
            }
        }
        return new Chart(title, unit, Series.of(transports), groups);
    }

    /** Segments of which only one is there. */
    static List<Double> only(int at, int size, double value) {
        List<Double> values = new ArrayList<>(Collections.nCopies(size, 0.0));
        values.set(at, value);
        return values;
    }

    private Table times(String experiment, String caption, List<String> transports, Published published) {
        List<Column> columns = new ArrayList<>(Column.of("", "method"));
        columns.addAll(Column.of("published, ms", published.transports()));
        transports.forEach(
                each -> columns.addAll(Column.of(each + ", us", "mean", "95 %", "median", "99 %", "deviation")));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = row(method, published, figure -> Figures.published(figure.millis()));
            transports.forEach(
                    each -> row.addAll(cells(measured.find(experiment, each, method.method(), PaperResults.CALL))));
            rows.add(row);
        }
        return new Table(caption, columns, rows);
    }

    /** The beginning of a row: what was published of a method. */
    private static List<String> row(Payload method, Published published, Function<Published.Figure, String> cell) {
        List<String> row = new ArrayList<>(List.of(method.method()));
        for (String transport : published.transports()) {
            row.add(published
                    .find(transport, "", method.method(), PaperResults.CALL)
                    .map(cell)
                    .orElse(""));
        }
        return row;
    }

    private static List<String> cells(Optional<Summary> found) {
        return found.map(each -> List.of(
                        PaperResults.mean(each),
                        Figures.around(each.low(), each.high()),
                        Figures.of(each.median()),
                        Figures.of(each.p99()),
                        Figures.of(each.deviation())))
                .orElse(List.of("", "", "", "", ""));
    }

    private Table bytes(Published published, String experiment, List<String> transports) {
        List<Column> columns = new ArrayList<>(Column.of("", "method"));
        columns.addAll(Column.of("published", published.transports()));
        transports.forEach(each -> columns.addAll(Column.of(each, "bytes", "packets")));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = row(method, published, figure -> Figures.whole(figure.bytes()));
            transports.forEach(each -> {
                Optional<Summary> found = measured.find(experiment, each, method.method(), PaperResults.CALL);
                row.add(found.map(one -> Figures.whole(one.bytes())).orElse(""));
                row.add(found.map(one -> Figures.of(one.packets())).orElse(""));
            });
            rows.add(row);
        }
        return new Table("Bytes of request and reply", columns, rows);
    }

    /** To the fastest of each column's own kind, so that machines of two decades can be compared. */
    private Table ratios(List<String> transports, Published published) {
        List<Column> columns = new ArrayList<>(Column.of("", "method"));
        columns.addAll(Column.of("published", published.transports()));
        columns.addAll(Column.of("measured", transports));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            double least = published.transports().stream()
                    .flatMap(each -> published.find(each, "", method.method(), PaperResults.CALL).stream())
                    .mapToDouble(Published.Figure::millis)
                    .min()
                    .orElse(Double.NaN);
            List<String> row = row(method, published, figure -> Figures.ratio(figure.millis(), least));
            double fastest = transports.stream()
                    .filter(each -> !each.equals("tcp"))
                    .flatMap(each -> measured.plain(each, method).stream())
                    .mapToDouble(Summary::mean)
                    .min()
                    .orElse(Double.NaN);
            transports.forEach(each -> row.add(measured.plain(each, method)
                    .map(found -> Figures.ratio(found.mean(), fastest))
                    .orElse("")));
            rows.add(row);
        }
        return new Table("Time, of that of the fastest transport (tcp is none)", columns, rows);
    }

    void context(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        Published plain = new PlainInvocations().published();
        blocks.add(new Pair(
                stackedMethods(
                        "Published: the call, and what the context adds",
                        Chart.MILLIS,
                        published.transports(),
                        (method, transport) -> plain.find(transport, "", method.method(), PaperResults.CALL)
                                .map(Published.Figure::millis),
                        (method, transport) -> published
                                .find(transport, "", method.method(), PaperResults.CALL)
                                .map(Published.Figure::millis)),
                stackedMethods(
                        "Measured: the call, and what the context adds",
                        Chart.MICROS,
                        transports,
                        (method, transport) -> measured.plain(transport, method).map(Summary::mean),
                        (method, transport) ->
                                measured.inTransaction(transport, method).map(Summary::mean))));
        blocks.add(times("context", "Mean time of a call in a transaction", transports, published));
        blocks.add(contextTable(transports, published, plain));
    }

    private static Chart stackedMethods(String title, String unit, List<String> transports, Look without, Look within) {
        List<Series> series = new ArrayList<>(Series.of(transports));
        series.add(new Series("context", CONTEXT_COLOUR));
        List<Group> groups = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<Bar> bars = new ArrayList<>();
            for (int i = 0; i < transports.size(); i++) {
                Optional<Double> plain = without.at(method, transports.get(i));
                Optional<Double> all = within.at(method, transports.get(i));
                if (plain.isPresent() && all.isPresent()) {
                    List<Double> values = only(i, series.size(), Math.min(plain.get(), all.get()));
                    values.set(transports.size(), Math.max(0, all.get() - plain.get()));
                    bars.add(new Bar(transports.get(i), values));
                }
            }
            if (!bars.isEmpty()) {
                groups.add(new Group(method.method(), bars));
            }
        }
        return new Chart(title, unit, series, groups);
    }

    private Table contextTable(List<String> transports, Published published, Published plain) {
        List<Column> columns = new ArrayList<>(Column.of("", "method"));
        published.transports().forEach(each -> columns.addAll(Column.of(each + ", published", "ms", "bytes")));
        transports.forEach(each -> columns.addAll(Column.of(each, "us", "bytes")));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = new ArrayList<>(List.of(method.method()));
            for (String each : published.transports()) {
                Optional<Published.Figure> in = published.find(each, "", method.method(), PaperResults.CALL);
                Optional<Published.Figure> out = plain.find(each, "", method.method(), PaperResults.CALL);
                boolean isThere = in.isPresent() && out.isPresent();
                row.add(
                        isThere
                                ? Figures.published(
                                        in.get().millis() - out.get().millis())
                                : "");
                row.add(isThere ? Figures.whole(in.get().bytes() - out.get().bytes()) : "");
            }
            for (String each : transports) {
                row.add(measured.contextMicros(each, method).map(Figures::of).orElse(""));
                row.add(measured.contextBytes(each, method).map(Figures::whole).orElse(""));
            }
            rows.add(row);
        }
        return new Table("What a context adds", columns, rows);
    }
}
