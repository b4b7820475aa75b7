package dev.assent.lab.run;

import dev.assent.lab.report.Block;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.StoredCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The cost of an experiment's roles, in a table: a row for each subject of each setup, on average over its repeats. */
final class RoleTable {
    private static final double MEGABYTE = 1 << 20;

    /** Measured was in an order of chance. */
    private static final Comparator<Measure.Key> ORDER = Comparator.comparing(Measure.Key::transport)
            .thenComparing(Measure.Key::database)
            .thenComparing(Measure.Key::scenario)
            .thenComparing(Measure.Key::subject)
            .thenComparing(Measure.Key::clients);

    private RoleTable() {}

    /** Nothing when nothing of the experiment was measured. */
    static Optional<Block> of(String experiment, List<StoredCost> costs) {
        List<StoredCost> its = costs.stream()
                .filter(each -> each.key().experiment().equals(experiment))
                .sorted(Comparator.comparing(StoredCost::key, ORDER))
                .toList();
        if (its.isEmpty()) {
            return Optional.empty();
        }
        List<String> roles =
                its.stream().map(StoredCost::role).distinct().sorted().toList();
        List<Column> columns = new ArrayList<>(Column.of("", ""));
        roles.forEach(each -> columns.addAll(Column.of(each, "us", "MB")));
        Map<String, List<StoredCost>> subjects = its.stream()
                .collect(Collectors.groupingBy(each -> subject(each.key()), LinkedHashMap::new, Collectors.toList()));
        List<List<String>> rows = new ArrayList<>();
        subjects.forEach((subject, ofSubject) -> {
            List<String> row = new ArrayList<>(List.of(subject));
            for (String role : roles) {
                List<StoredCost> ofRole = ofSubject.stream()
                        .filter(each -> each.role().equals(role))
                        .toList();
                row.add(Figures.of(ofRole.stream()
                        .mapToDouble(StoredCost::cpuMicros)
                        .average()
                        .orElse(Double.NaN)));
                row.add(Figures.whole(ofRole.stream()
                        .mapToDouble(each -> each.memoryBytes() / MEGABYTE)
                        .max()
                        .orElse(Double.NaN)));
            }
            rows.add(row);
        });
        return Optional.of(new Block.Table(
                "Processor time of each process for an iteration, and its highest memory since its start. For a"
                        + " database server, this is the sum over all its processes; shared memory counts for each of"
                        + " them.",
                columns,
                rows));
    }

    private static String subject(Measure.Key key) {
        return new Measure.Key("", key.transport(), key.database(), key.scenario(), key.subject(), key.clients(), "")
                .toString();
    }
}
