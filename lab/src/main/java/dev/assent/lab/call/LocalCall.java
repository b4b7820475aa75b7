package dev.assent.lab.call;

import dev.assent.lab.Machine;
import dev.assent.lab.Measured;
import dev.assent.lab.Measurement;
import dev.assent.lab.Median;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/**
 * The cost of a call inside one process. Every round measures everything once, one way after the other, each in a JVM of
 * its own, so that a machine that changes its speed meanwhile disturbs all alike.
 *
 * @param rows the measured rows, in the order of the report
 */
record LocalCall(List<Row> rows) implements Measured {
    /** A call by reference may cost this much more than a plain one. */
    private static final double MORE_NANOS_MAX = 200;

    private static final int[] THREADS = {1, 2};

    /** The subject of a row. */
    record Key(int threads, Way way) {
        @Override
        public String toString() {
            return way.title() + ", " + threads + (threads == 1 ? " thread" : " threads");
        }
    }

    /**
     * One measurement.
     *
     * @param nanos for a call, of the thousand in the middle, in each round
     * @param bytes allocated a call, in each round
     */
    record Row(Key key, List<Double> nanos, List<Double> bytes) {
        static Row of(Key key) {
            return new Row(key, new ArrayList<>(), new ArrayList<>());
        }
    }

    static LocalCall measure(int rounds, int seconds) throws RunnerException {
        List<Key> keys = new ArrayList<>();
        for (int threads : THREADS) {
            for (Way way : Way.values()) {
                keys.add(new Key(threads, way));
            }
        }
        Map<Key, Row> rows = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < keys.size(); i++) {
                Key key = keys.get(i);
                System.err.printf("lab: %d of %d: %s%n", round * keys.size() + i + 1, rounds * keys.size(), key);
                Measurement measured = new Measurement.Plan(
                                OneCall.class, Map.of("way", key.way().name()), key.threads())
                        .run(seconds);
                Row row = rows.computeIfAbsent(key, Row::of);
                row.nanos().add(measured.statistics().getPercentile(50));
                row.bytes().add(measured.bytes());
            }
        }
        return new LocalCall(List.copyOf(rows.values()));
    }

    /** How much more than a plain call, the median over the rounds of the differences within a round. */
    private double moreNanos(Row row) {
        Key plainKey = new Key(row.key().threads(), Way.PLAIN);
        Row plain = rows.stream()
                .filter(each -> each.key().equals(plainKey))
                .findFirst()
                .orElseThrow();
        return Median.ofDifferences(row.nanos(), plain.nanos());
    }

    /** Whether a call by reference costs no more than it may. */
    @Override
    public boolean holds() {
        return rows.stream()
                .filter(row -> row.key().way().isPromised())
                .allMatch(row -> moreNanos(row) <= MORE_NANOS_MAX);
    }

    @Override
    public String toMarkdown(Machine machine, int rounds, int seconds) {
        StringBuilder out = new StringBuilder("# What a call inside one process costs\n\n")
                .append("A method that adds one, of an object that the caller's own node exports, called through"
                        + " `node.connect`.\n")
                .append(String.format(
                        "Measured by `./assent lab local-call --rounds %d --seconds %d`. The lab times a thousand"
                                + " calls together, and reports the median of these times, which"
                                + " is of a thousand that the system did not interrupt."
                                + " Figures are medians over the rounds, differences are within a round.%n%n",
                        rounds, seconds))
                .append("Machine: ")
                .append(machine.toMarkdown())
                .append("\n\n")
                .append("| | threads | us each | lowest to highest | us more than a plain call | bytes |\n")
                .append("|---|--:|--:|--:|--:|--:|\n");
        rows.forEach(row -> out.append(line(row)));
        return out.append(
                        "\nThe promise below is about calls by reference that begin no transaction. The rows that begin and"
                                + " commit an empty transaction, and that copy, are there to compare. The cost of a"
                                + " copy depends on its size.\n")
                .append(String.format(
                        Locale.ROOT,
                        "%nSuch a call may cost %.1f us more than a plain one: that %s.%n",
                        MORE_NANOS_MAX / 1_000,
                        holds() ? "holds" : "DOES NOT HOLD"))
                .toString();
    }

    private String line(Row row) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.3f | %.3f to %.3f | %s | %,.0f |%n",
                row.key().way().title(),
                row.key().threads(),
                Median.of(row.nanos()) / 1_000,
                Collections.min(row.nanos()) / 1_000,
                Collections.max(row.nanos()) / 1_000,
                row.key().way() == Way.PLAIN ? "" : String.format(Locale.ROOT, "%+.3f", moreNanos(row) / 1_000),
                Median.of(row.bytes()));
    }
}
