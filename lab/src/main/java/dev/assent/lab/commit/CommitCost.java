package dev.assent.lab.commit;

import dev.assent.lab.Machine;
import dev.assent.lab.Measured;
import dev.assent.lab.Measurement;
import dev.assent.lab.Measurement.Plan;
import dev.assent.lab.Median;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/**
 * The cost of a two-phase commit as ratios within one run. Every round measures everything once, each in
 * a JVM of its own, so that a machine that changes its speed meanwhile disturbs all alike.
 *
 * @param rows the measured rows, in the order of the report
 */
record CommitCost(List<Row> rows) implements Measured {
    private static final String FORCE = "raw write + fdatasync of one sector";
    private static final String MEMORY = "log in memory";
    private static final List<String> METRICS = List.of("off", "counts", "sampled", "all");
    private static final int[] THREADS = {1, 2, 8, 50};

    /**
     * One measurement.
     *
     * @param perSecond its rate in each round
     * @param bytes allocated an operation, in each round
     */
    record Row(String name, int threads, List<Double> perSecond, List<Double> bytes) {
        double rate() {
            return Median.of(perSecond);
        }
    }

    static CommitCost measure(int rounds, int seconds) throws RunnerException {
        Map<String, Row> rows = new LinkedHashMap<>();
        int total = rounds * (THREADS.length + METRICS.size() + 1);
        int done = 0;
        for (int round = 0; round < rounds; round++) {
            progress(++done, total, FORCE);
            run(rows, FORCE, new Plan(RawForce.class, Map.of(), 1), seconds);
            for (int threads : THREADS) {
                progress(++done, total, fileLog(threads));
                run(
                        rows,
                        fileLog(threads),
                        new Plan(TwoResourceCommit.class, parameters("file", "sampled"), threads),
                        seconds);
            }
            for (String metrics : METRICS) {
                String name = MEMORY + ", metrics " + metrics;
                progress(++done, total, name);
                run(rows, name, new Plan(TwoResourceCommit.class, parameters("memory", metrics), 1), seconds);
            }
        }
        return new CommitCost(List.copyOf(rows.values()));
    }

    private static Map<String, String> parameters(String log, String metrics) {
        return Map.of("log", log, "metrics", metrics);
    }

    private static String fileLog(int threads) {
        return "forced log, " + threads + (threads == 1 ? " thread" : " threads");
    }

    private static void progress(int done, int total, String name) {
        System.err.printf("lab: %d of %d: %s%n", done, total, name);
    }

    private static void run(Map<String, Row> rows, String name, Plan plan, int seconds) throws RunnerException {
        Measurement measured = plan.run(seconds);
        Row row =
                rows.computeIfAbsent(name, any -> new Row(name, plan.threads(), new ArrayList<>(), new ArrayList<>()));
        row.perSecond().add(measured.score());
        row.bytes().add(measured.bytes());
    }

    private Row row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    /** The ratio of two rows: the median over the rounds of the ratios within a round. */
    private double ratio(Row above, Row below) {
        return Median.ofRatios(above.perSecond(), below.perSecond());
    }

    @Override
    public String toMarkdown(Machine machine, int rounds, int seconds) {
        Row force = row(FORCE);
        Row one = row(fileLog(1));
        StringBuilder out = new StringBuilder("# What a commit costs\n\n")
                .append("Two resources that do nothing: begin, enlist, delist, two-phase commit. Measured by")
                .append(String.format(
                        " `./assent lab commit-cost --rounds %d --seconds %d`.%nFigures are medians over the rounds,"
                                + " ratios are within a round.%n%n",
                        rounds, seconds))
                .append("Machine: ")
                .append(machine.toMarkdown())
                .append("\n\n")
                .append(
                        "| measured | a second | lowest to highest | us each | of the raw force | of 1 thread | bytes |\n")
                .append("|---|--:|--:|--:|--:|--:|--:|\n");
        for (Row row : rows) {
            boolean forced = !row.name().startsWith(MEMORY);
            out.append(String.format(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f to %,.0f | %.2f | %s | %s | %s |%n",
                    row.name(),
                    row.rate(),
                    row.perSecond().stream().mapToDouble(each -> each).min().orElseThrow(),
                    row.perSecond().stream().mapToDouble(each -> each).max().orElseThrow(),
                    row.threads() * 1e6 / row.rate(),
                    forced ? times(ratio(row, force)) : "",
                    forced && row != force ? times(ratio(row, one)) : "",
                    row == force ? "" : String.format(Locale.ROOT, "%,.0f", Median.of(row.bytes()))));
        }
        return out.toString();
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
