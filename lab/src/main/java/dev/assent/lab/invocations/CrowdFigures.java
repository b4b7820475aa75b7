package dev.assent.lab.invocations;

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

/** Experiment 4b in a report: more and more clients. Immutable. */
record CrowdFigures(PaperResults measured) {
    void clients(List<Block> blocks) {
        List<Measure.Key> keys = measured.keys("clients").stream()
                .sorted((one, other) -> Integer.compare(one.clients(), other.clients()))
                .toList();
        List<String> series = keys.stream()
                .map(key -> key.transport() + ", " + key.scenario())
                .distinct()
                .toList();
        blocks.add(new Pair(
                crowd("Transactions a second", "a second", keys, series, Summary::perSecond),
                crowd("99 of 100 take at most", Chart.MICROS, keys, series, Summary::p99)));
        List<Column> columns = new ArrayList<>(Column.of("", "clients"));
        series.forEach(each -> columns.addAll(Column.of(each, "a second", "mean, us", "99 %, us")));
        List<List<String>> rows = new ArrayList<>();
        for (int clients :
                keys.stream().mapToInt(Measure.Key::clients).distinct().toArray()) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(clients)));
            for (String each : series) {
                Optional<Summary> found = total(keys, each, clients);
                row.add(found.map(one -> Figures.whole(one.perSecond())).orElse(""));
                row.add(found.map(PaperResults::mean).orElse(""));
                row.add(found.map(one -> Figures.of(one.p99())).orElse(""));
            }
            rows.add(row);
        }
        blocks.add(new Table("More and more clients, PostgreSQL", columns, rows));
    }

    private Optional<Summary> total(List<Measure.Key> keys, String series, int clients) {
        return keys.stream()
                .filter(key -> key.clients() == clients && series.equals(key.transport() + ", " + key.scenario()))
                .findFirst()
                .flatMap(key -> measured.find(key.at(PaperResults.TOTAL)));
    }

    private interface Value {
        double of(Summary summary);
    }

    private Chart crowd(String title, String unit, List<Measure.Key> keys, List<String> series, Value value) {
        List<Group> groups = new ArrayList<>();
        for (int clients :
                keys.stream().mapToInt(Measure.Key::clients).distinct().toArray()) {
            List<Bar> bars = new ArrayList<>();
            for (int i = 0; i < series.size(); i++) {
                int at = i;
                total(keys, series.get(i), clients)
                        .ifPresent(found -> bars.add(
                                new Bar(series.get(at), MethodFigures.only(at, series.size(), value.of(found)))));
            }
            groups.add(new Group(Integer.toString(clients), bars));
        }
        return new Chart(title, unit, Series.of(series), groups);
    }
}
