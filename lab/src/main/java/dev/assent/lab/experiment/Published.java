package dev.assent.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Figures of a paper. Immutable.
 *
 * @param all in their order
 */
public record Published(List<Figure> all) {
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
     * Reads a table. Lines have cells between bars: in the first one the subjects, or the steps of the only subject, then for
     * each transport a line of times and a line of bytes.
     *
     * @param scenario of all
     * @param subject of all when the columns are steps; empty when they are subjects with the one step {@code call}
     */
    public static Published of(String scenario, String subject, String table) {
        List<Figure> all = new ArrayList<>();
        List<List<String>> rows = table.lines()
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .toList();
        List<String> columns = rows.get(0);
        for (int at = 1; at < rows.size(); at += 2) {
            List<String> millis = rows.get(at);
            List<String> bytes = rows.get(at + 1);
            for (int column = 2; column < columns.size(); column++) {
                boolean isStep = !subject.isEmpty();
                all.add(new Figure(
                        millis.get(0),
                        scenario,
                        isStep ? subject : columns.get(column),
                        isStep ? columns.get(column) : "call",
                        number(millis.get(column)),
                        number(bytes.get(column))));
            }
        }
        return new Published(List.copyOf(all));
    }

    private static double number(String cell) {
        return cell.isEmpty() || cell.equals("-") ? Double.NaN : Double.parseDouble(cell.replace(",", ""));
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
