package dev.assent.lab.invocations;

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
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Experiment 4b in a report: more and more clients. Immutable. */
record ClientsSection(PaperResults measured) implements Section {
    /**
     * A subject, measured with more and more clients.
     *
     * @param name for people
     * @param keys of all, the fewest clients first
     */
    private record Growth(String name, List<Measure.Key> keys) {}

    private List<Growth> growths() {
        return measured.keys(ManyClients.NAME).stream()
                .map(ClientsSection::name)
                .distinct()
                .map(name -> new Growth(
                        name,
                        measured.keys(ManyClients.NAME).stream()
                                .filter(key -> name(key).equals(name))
                                .map(key -> key.at(Steps.TOTAL))
                                .filter(key -> measured.find(key).isPresent())
                                .sorted(Comparator.comparingInt(Measure.Key::clients))
                                .toList()))
                .toList();
    }

    private static String name(Measure.Key key) {
        return key.transport() + ", " + PaperResults.databaseTitle(key.database()) + ", " + key.scenario();
    }

    private static List<Integer> clients(List<Growth> growths) {
        return growths.stream()
                .flatMap(each -> each.keys().stream())
                .map(Measure.Key::clients)
                .distinct()
                .sorted()
                .toList();
    }

    private Optional<Summary> find(Growth growth, int clients) {
        return growth.keys().stream()
                .filter(key -> key.clients() == clients)
                .findFirst()
                .flatMap(measured::find);
    }

    @Override
    public List<Block> figures() {
        List<Growth> growths = growths();
        List<Column> columns = new ArrayList<>(Column.of("", "clients"));
        growths.forEach(
                each -> columns.addAll(Column.of(each.name(), "a second", "± (95 % CI)", "mean, us", "p99, us")));
        List<List<String>> rows = new ArrayList<>();
        for (int clients : clients(growths)) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(clients)));
            growths.forEach(each -> row.addAll(cells(find(each, clients))));
            rows.add(row);
        }
        return List.of(
                new Pair(
                        chart("Throughput", "a second", growths, Summary::throughput),
                        chart("99th percentile", Chart.MICROS, growths, ClientsSection::p99)),
                new Table("More and more clients; each waits for its transaction's end", columns, rows));
    }

    private static List<String> cells(Optional<Summary> found) {
        return found.map(one -> List.of(
                        Figures.whole(one.perSecond()),
                        Figures.around(one.throughput().low(), one.throughput().high()),
                        Cells.mean(one),
                        Figures.of(one.p99())))
                .orElse(List.of("", "", "", ""));
    }

    /** Its uncertainty is unknown. */
    private static Estimate p99(Summary found) {
        return new Estimate(found.p99(), Double.NaN, found.isSure());
    }

    private Chart chart(String title, String unit, List<Growth> growths, Function<Summary, Estimate> value) {
        List<Group> groups = new ArrayList<>();
        for (int clients : clients(growths)) {
            List<Bar> bars = new ArrayList<>();
            for (int i = 0; i < growths.size(); i++) {
                Growth growth = growths.get(i);
                int at = i;
                find(growth, clients)
                        .map(value)
                        .ifPresent(figure -> bars.add(new Bar(
                                growth.name(),
                                MethodFigures.only(at, growths.size(), figure.value()),
                                MethodFigures.half(figure))));
            }
            groups.add(new Group(Integer.toString(clients), bars));
        }
        return new Chart(
                title, unit, Series.of(growths.stream().map(Growth::name).toList()), groups);
    }

    @Override
    public List<String> differences() {
        return growths().stream()
                .filter(each -> each.keys().size() > 1)
                .map(this::peak)
                .toList();
    }

    private String peak(Growth growth) {
        Ranking throughputs = Ranking.of(growth.keys().stream()
                        .map(key -> new Named(clients(key), found(key).throughput()))
                        .toList())
                .orElseThrow();
        Measure.Key least = growth.keys().get(0);
        Measure.Key most = growth.keys().stream()
                .filter(key -> clients(key).equals(throughputs.most().name()))
                .findFirst()
                .orElseThrow();
        Summary alone = found(least);
        Summary best = found(most);
        return ("Over %s: throughput is highest with %s%s. It is %s a second, %s times that with %s. The 99th percentile"
                        + " is %s times as long.")
                .formatted(
                        growth.name(),
                        clients(most),
                        throughputs.afterMost(),
                        Figures.whole(best.perSecond()),
                        Figures.of(best.perSecond() / alone.perSecond()),
                        clients(least),
                        Figures.of(best.p99() / alone.p99()));
    }

    private static String clients(Measure.Key key) {
        return key.clients() == 1 ? "one client" : key.clients() + " clients";
    }

    private Summary found(Measure.Key key) {
        return measured.find(key).orElseThrow();
    }
}
