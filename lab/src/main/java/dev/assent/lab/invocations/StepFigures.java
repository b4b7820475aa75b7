package dev.assent.lab.invocations;

import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.report.Block.Table;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Charts and tables by steps, beside their published figures. Immutable. */
record StepFigures(PaperResults measured, Published published) {
    /** The times of steps as the segments of a bar; 0 for those that it has not. */
    static List<Double> segments(List<String> steps, Function<String, Optional<Double>> time) {
        return steps.stream().map(step -> time.apply(step).orElse(0.0)).toList();
    }

    /** How far a total may be off, as {@link MethodFigures#half}; not a number when it was not measured. */
    static double half(Optional<Summary> total) {
        return total.map(each -> MethodFigures.half(each.time())).orElse(Double.NaN);
    }

    /** A published time of a step, of the only subject. */
    Optional<Double> millis(String transport, String scenario, String step) {
        return published.all().stream()
                .filter(each -> each.transport().equals(transport)
                        && each.scenario().equals(scenario)
                        && each.step().equals(step))
                .findFirst()
                .map(Published.Figure::millis);
    }

    /** All that is known of the times of steps; of the last one, their total, also how it is distributed. */
    Table times(String caption, List<String> steps, List<Measure.Key> keys) {
        List<String> all = withTotal(steps);
        List<Column> columns = new ArrayList<>(Column.of("", ""));
        steps.forEach(each -> columns.addAll(Column.of(each, Cells.TIME[0], Cells.TIME[1])));
        columns.addAll(Column.of(Steps.TOTAL, Cells.TIME));
        columns.addAll(Column.of("", "bytes", "packets"));
        List<List<String>> rows = new ArrayList<>();
        for (Published.Figure total : published.all()) {
            if (total.step().equals(Steps.TOTAL)) {
                rows.add(row(total, all));
            }
        }
        for (Measure.Key key : keys) {
            List<String> row = new ArrayList<>(List.of(PaperResults.title(key) + ", us"));
            for (String step : steps) {
                row.addAll(Cells.of(measured.find(key.at(step))).subList(0, 2));
            }
            Optional<Summary> total = measured.find(key.at(Steps.TOTAL));
            row.addAll(Cells.of(total));
            row.add(total.map(each -> Cells.whole(each.bytes())).orElse(""));
            row.add(total.map(each -> Cells.of(each.packets())).orElse(""));
            rows.add(row);
        }
        return new Table(caption, columns, rows);
    }

    static List<String> withTotal(List<String> steps) {
        return Stream.concat(steps.stream(), Stream.of(Steps.TOTAL)).toList();
    }

    private List<String> row(Published.Figure total, List<String> steps) {
        String scenario = total.scenario().isEmpty() ? "" : ", " + total.scenario();
        List<String> row = new ArrayList<>(List.of(total.transport() + scenario + ", published, ms"));
        for (String step : steps) {
            row.add(millis(total.transport(), total.scenario(), step)
                    .map(Figures::published)
                    .orElse(""));
            row.add("");
        }
        row.addAll(List.of("", "", "", Figures.whole(total.bytes()), ""));
        return row;
    }
}
