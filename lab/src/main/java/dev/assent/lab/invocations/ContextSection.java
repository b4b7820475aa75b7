package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Block.Bar;
import dev.assent.lab.report.Block.Chart;
import dev.assent.lab.report.Block.Pair;
import dev.assent.lab.report.Block.Table;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;

/** Experiment 2 in a report. Immutable. */
record ContextSection(PaperResults measured) implements Section {
    private static final Published PUBLISHED = new ContextPropagation().published();

    @Override
    public List<Block> figures() {
        List<String> transports = measured.transports(ContextPropagation.NAME);
        MethodFigures figures = new MethodFigures(PUBLISHED, transports);
        return List.of(
                new Pair(
                        stacked(
                                "Published: the call, and what the context adds",
                                Chart.MILLIS,
                                PUBLISHED.transports(),
                                published(PublishedFigures::plainMillis),
                                published(PublishedFigures::contextMillis)),
                        stacked(
                                "Measured: the call, and what the context adds",
                                Chart.MICROS,
                                transports,
                                (transport, method) -> measured.besideTransaction(transport, method)
                                        .map(Summary::time),
                                measured::contextMicros)),
                figures.times("Time of a call in a transaction", measured::inTransaction),
                figures.bytes("Bytes of request and reply in a transaction, " + Cells.COUNTED, measured::inTransaction),
                figures.ratios(
                        "Time in a transaction, in multiples of the fastest transport's", measured::inTransaction),
                added(transports));
    }

    /** The figures of the methods that the paper has. */
    private static MethodFigures.Look<Estimate> published(ToDoubleBiFunction<String, Payload> figure) {
        return (transport, method) -> method.isPublished()
                ? Optional.of(Estimate.exactly(figure.applyAsDouble(transport, method)))
                : Optional.empty();
    }

    private static double percent(String transport, Payload method) {
        return 100
                * PublishedFigures.contextMillis(transport, method)
                / PublishedFigures.plainMillis(transport, method);
    }

    /** The intervals are those of the added time. */
    private static Chart stacked(
            String title,
            String unit,
            List<String> transports,
            MethodFigures.Look<Estimate> call,
            MethodFigures.Look<Estimate> context) {
        return MethodFigures.chart(
                title,
                unit,
                transports,
                Palette.withContext(transports),
                (transport, method) ->
                        PaperResults.both(call.at(transport, method), context.at(transport, method), (plain, added) -> {
                            List<Double> values = MethodFigures.only(
                                    transports.indexOf(transport),
                                    transports.size() + 1,
                                    plain.value() + Math.min(0, added.value()));
                            values.set(transports.size(), Math.max(0, added.value()));
                            return new Bar(transport, values, MethodFigures.half(added));
                        }));
    }

    private Table added(List<String> transports) {
        List<Column> columns = new ArrayList<>(Column.of("", "method"));
        PUBLISHED
                .transports()
                .forEach(each -> columns.addAll(Column.of(each + ", published", "ms", "% of the call", "bytes")));
        transports.forEach(each -> columns.addAll(Column.of(each, "us", "% of the call", "bytes")));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = new ArrayList<>(List.of(method.method()));
            PUBLISHED.transports().forEach(each -> row.addAll(published(each, method)));
            for (String each : transports) {
                row.add(measured.contextMicros(each, method).map(Cells::of).orElse(""));
                row.add(measured.contextPercent(each, method).map(Cells::of).orElse(""));
                row.add(measured.contextBytes(each, method).map(Cells::whole).orElse(""));
            }
            rows.add(row);
        }
        return new Table("What a context adds; bytes " + Cells.COUNTED, columns, rows);
    }

    private static List<String> published(String transport, Payload method) {
        return method.isPublished()
                ? List.of(
                        Figures.published(PublishedFigures.contextMillis(transport, method)),
                        Figures.whole(percent(transport, method)),
                        Figures.whole(PublishedFigures.contextBytes(transport, method)))
                : List.of("", "", "");
    }

    @Override
    public List<String> differences() {
        List<String> sentences = new ArrayList<>();
        for (String transport : measured.transports(ContextPropagation.NAME)) {
            PaperResults.both(micros(transport), percents(transport), (micros, percents) -> {
                        long sure = micros.sorted().stream()
                                .filter(added -> added.figure().of(0) == Estimate.Side.ABOVE)
                                .count();
                        return ("Over %s a context adds %s us, %s %% of the call. For %d of %d methods that is beyond"
                                        + " noise.")
                                .formatted(transport, micros, percents, sure, micros.size());
                    })
                    .ifPresent(measured -> {
                        sentences.add(measured);
                        Counterpart.of(transport).ifPresent(other -> sentences.add(published(other)));
                    });
        }
        return sentences;
    }

    private Optional<Ranking> micros(String transport) {
        return Ranking.ofMethods(method -> measured.contextMicros(transport, method));
    }

    private Optional<Ranking> percents(String transport) {
        return Ranking.ofMethods(method -> measured.contextPercent(transport, method));
    }

    private static String published(String other) {
        return "Published for %s were %s ms, %s %%."
                .formatted(other, range(other, PublishedFigures::contextMillis), range(other, ContextSection::percent));
    }

    /** From the least to the most of the methods that the paper has. */
    private static String range(String other, ToDoubleBiFunction<String, Payload> figure) {
        DoubleSummaryStatistics all = PublishedFigures.methods()
                .mapToDouble(method -> figure.applyAsDouble(other, method))
                .summaryStatistics();
        return "%s to %s".formatted(Figures.of(all.getMin()), Figures.of(all.getMax()));
    }
}
