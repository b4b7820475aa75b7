package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.report.Block.Bar;
import dev.assent.lab.report.Block.Chart;
import dev.assent.lab.report.Block.Group;
import dev.assent.lab.report.Block.Series;
import dev.assent.lab.report.Block.Table;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Charts and tables with a group or a row for each method, beside its published figures. Immutable. */
record MethodFigures(Published published, List<String> transports) {
    /** A figure of a method, over a transport. */
    interface Look<T> {
        Optional<T> at(String transport, Payload method);
    }

    /** How far an interval goes that is drawn; not a number when nothing can be concluded from it. */
    static double half(Estimate figure) {
        return figure.isSure() ? figure.half() : Double.NaN;
    }

    /** A bar for each transport, of its own colour, in a group for each method. */
    static Chart chart(String title, String unit, List<String> transports, Look<Estimate> look) {
        List<Series> series = Palette.of(transports);
        return chart(
                title,
                unit,
                transports,
                series,
                (transport, method) -> look.at(transport, method)
                        .map(figure -> new Bar(
                                transport,
                                only(transports.indexOf(transport), series.size(), figure.value()),
                                half(figure))));
    }

    /** The same with what is in each bar. */
    static Chart chart(String title, String unit, List<String> transports, List<Series> series, Look<Bar> look) {
        List<Group> groups = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<Bar> bars = transports.stream()
                    .flatMap(each -> look.at(each, method).stream())
                    .toList();
            if (!bars.isEmpty()) {
                groups.add(new Group(method.method(), bars));
            }
        }
        return new Chart(title, unit, series, groups);
    }

    /** The segments of a bar that has only one of them. */
    static List<Double> only(int at, int size, double value) {
        List<Double> values = new ArrayList<>(Collections.nCopies(size, 0.0));
        values.set(at, value);
        return values;
    }

    Table times(String caption, Look<Summary> measured) {
        List<Column> columns = columns("published, ms");
        transports.forEach(each -> columns.addAll(Column.of(each + ", us", Cells.TIME)));
        return table(
                caption,
                columns,
                figure -> Figures.published(figure.millis()),
                method -> transports.stream()
                        .flatMap(each -> Cells.of(measured.at(each, method)).stream())
                        .toList());
    }

    Table bytes(String caption, Look<Summary> measured) {
        List<Column> columns = columns("published");
        transports.forEach(each -> columns.addAll(Column.of(each, "bytes", "packets")));
        return table(
                caption,
                columns,
                figure -> Figures.whole(figure.bytes()),
                method -> transports.stream()
                        .flatMap(each -> measured
                                .at(each, method)
                                .map(one -> List.of(Cells.whole(one.bytes()), Cells.of(one.packets())))
                                .orElse(List.of("", ""))
                                .stream())
                        .toList());
    }

    /** To the fastest of each column's own kind, so that machines of two decades can be compared. */
    Table ratios(String caption, Look<Summary> measured) {
        List<Column> columns = columns("published");
        columns.addAll(Column.of("measured", transports));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            double least = published.transports().stream()
                    .flatMap(each -> published.find(each, method.method()).stream())
                    .mapToDouble(Published.Figure::millis)
                    .min()
                    .orElse(Double.NaN);
            List<Summary> all = transports.stream()
                    .filter(each -> !each.equals(PlainSection.RAW))
                    .flatMap(each -> measured.at(each, method).stream())
                    .toList();
            List<String> row = row(method, figure -> Figures.ratio(figure.millis(), least));
            transports.forEach(each -> row.add(measured.at(each, method)
                    .flatMap(found -> Cells.ofFastest(found, all))
                    .orElse("")));
            rows.add(row);
        }
        return new Table(caption, columns, rows);
    }

    private List<Column> columns(String then) {
        List<Column> columns = new ArrayList<>(Column.of("", "method"));
        columns.addAll(Column.of(then, published.transports()));
        return columns;
    }

    private Table table(
            String caption,
            List<Column> columns,
            Function<Published.Figure, String> then,
            Function<Payload, List<String>> now) {
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = row(method, then);
            row.addAll(now.apply(method));
            rows.add(row);
        }
        return new Table(caption, columns, rows);
    }

    /** The beginning of a row: the published figures of a method. */
    private List<String> row(Payload method, Function<Published.Figure, String> cell) {
        List<String> row = new ArrayList<>(List.of(method.method()));
        for (String transport : published.transports()) {
            row.add(published.find(transport, method.method()).map(cell).orElse(""));
        }
        return row;
    }
}
