package dev.assent.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a paper. Immutable.
 *
 * @param all in their order
 */
public record Published(List<Figure> all) {
    private static final String MILLIS = "ms";
    private static final String BYTES = "bytes";
    private static final List<String> UNITS = List.of(MILLIS, BYTES);

    /**
     * One figure.
     *
     * @param transport as the paper calls it
     * @param scenario as in {@link Setup}
     * @param subject as in {@link Subject}
     * @param step of the subject
     * @param millis how long it took on average; not a number when it was not published
     * @param bytes how many were exchanged; not a number when it was not published
     */
    public record Figure(String transport, String scenario, String subject, String step, double millis, double bytes) {}

    /**
     * Reads a table. Lines have cells between bars: the first one has, from the third cell, the subjects, or the steps
     * of the only subject; each other one a transport, {@code ms} or {@code bytes}, and the figures; a dash stands for
     * no figure.
     *
     * @param scenario of all
     * @param subject of all when the columns are steps; empty when they are subjects with the one step {@link Steps#CALL}
     * @throws IllegalArgumentException when a line has another number of cells than the first one, or neither times nor bytes
     */
    public static Published of(String scenario, String subject, String table) {
        List<List<String>> rows = table.lines()
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .toList();
        List<String> columns = rows.get(0);
        Map<String, Map<String, List<String>>> lines = new LinkedHashMap<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            if (row.size() != columns.size() || !UNITS.contains(row.get(1))) {
                throw new IllegalArgumentException(row.toString());
            }
            lines.computeIfAbsent(row.get(0), none -> new HashMap<>()).put(row.get(1), row);
        }
        List<Figure> all = new ArrayList<>();
        lines.forEach((transport, units) -> {
            for (int column = 2; column < columns.size(); column++) {
                boolean isStep = !subject.isEmpty();
                all.add(new Figure(
                        transport,
                        scenario,
                        isStep ? subject : columns.get(column),
                        isStep ? columns.get(column) : Steps.CALL,
                        number(units.get(MILLIS), column),
                        number(units.get(BYTES), column)));
            }
        });
        return new Published(List.copyOf(all));
    }

    private static double number(@Nullable List<String> row, int column) {
        return row == null || row.get(column).equals("-")
                ? Double.NaN
                : Double.parseDouble(row.get(column).replace(",", ""));
    }

    /** These and others. */
    public Published and(Published others) {
        List<Figure> both = new ArrayList<>(all);
        both.addAll(others.all);
        return new Published(List.copyOf(both));
    }

    /** The transports of the paper, in their order. */
    public List<String> transports() {
        return all.stream().map(Figure::transport).distinct().toList();
    }

    /** A figure of the only scenario and step. */
    public Optional<Figure> find(String transport, String subject) {
        return find(transport, "", subject, Steps.CALL);
    }

    /** One of them. */
    public Optional<Figure> find(String transport, String scenario, String subject, String step) {
        return all.stream()
                .filter(each -> each.transport().equals(transport)
                        && each.scenario().equals(scenario)
                        && each.subject().equals(subject)
                        && each.step().equals(step))
                .findFirst();
    }
}
