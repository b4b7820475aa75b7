package dev.assent.lab.pool;

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
 * The cost of taking and closing a connection, and of a commit in one phase. Every round measures everything once, one subject after
 * the other, each in a JVM of its own, so that a machine that changes its speed meanwhile disturbs all
 * alike. Each operation is timed, and the one in the middle counts: the average beside it also tells how
 * often the system took the processor away.
 *
 * @param rows the measured rows, in the order of the report
 */
record PoolCost(List<Row> rows) implements Measured {
    /** Assent's pool may cost this much more than Agroal alone. */
    private static final double MORE_NANOS_MAX = 1_000;

    private static final int[] THREADS = {1, 2};

    /** The work with a connection. */
    enum Work {
        NO_OP("take and close, driver that does nothing", TakeAndClose.class, false, Subject.AGROAL),
        CLOSE("take and close, PostgreSQL's driver", TakeAndClose.class, true, Subject.AGROAL),
        SELECT("take, select 1 on PostgreSQL, close", TakeAndSelect.class, true, Subject.AGROAL),
        COMMIT(
                "insert a row on PostgreSQL and commit in one phase",
                InsertAndCommit.class,
                true,
                Subject.ASSENT_UNASKED);

        private final String title;
        private final Class<?> benchmark;
        private final boolean usesPostgres;
        private final Subject base;

        Work(String title, Class<?> benchmark, boolean usesPostgres, Subject base) {
            this.title = title;
            this.benchmark = benchmark;
            this.usesPostgres = usesPostgres;
            this.base = base;
        }

        /** A connection that is kept is neither taken nor closed; only commits can be asked for. */
        boolean includes(Subject subject) {
            return switch (subject) {
                case BARE -> this == SELECT || this == COMMIT;
                case AGROAL, HIKARI -> this != COMMIT;
                case ASSENT -> true;
                case ASSENT_UNASKED -> this == COMMIT;
            };
        }

        /** Whether it is a pool's own work and nothing else. */
        boolean isPoolsOwn() {
            return this == NO_OP || this == CLOSE;
        }
    }

    /** The subject of a row. */
    record Key(Work work, int threads, Subject subject) {
        @Override
        public String toString() {
            return subject.title() + ": " + work.title + ", " + threads + (threads == 1 ? " thread" : " threads");
        }
    }

    /**
     * One measurement.
     *
     * @param nanos for the median operation, in each round
     * @param meanNanos for an operation on average, in each round
     * @param slowNanos for the operation that is slower than 99 of 100, in each round
     * @param bytes allocated an operation, in each round
     */
    record Row(Key key, List<Double> nanos, List<Double> meanNanos, List<Double> slowNanos, List<Double> bytes) {
        static Row of(Key key) {
            return new Row(key, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        double lowest() {
            return Collections.min(nanos);
        }

        double highest() {
            return Collections.max(nanos);
        }
    }

    /** Measures all; {@code url} is that of a PostgreSQL server, with its user. */
    static PoolCost measure(int rounds, int seconds, String url) throws RunnerException {
        List<Key> keys = new ArrayList<>();
        for (Work work : Work.values()) {
            for (int threads : THREADS) {
                for (Subject subject : Subject.values()) {
                    if (work.includes(subject)) {
                        keys.add(new Key(work, threads, subject));
                    }
                }
            }
        }
        Map<Key, Row> rows = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < keys.size(); i++) {
                Key key = keys.get(i);
                System.err.printf("lab: %d of %d: %s%n", round * keys.size() + i + 1, rounds * keys.size(), key);
                Row row = rows.computeIfAbsent(key, Row::of);
                run(row, seconds, url);
            }
        }
        return new PoolCost(List.copyOf(rows.values()));
    }

    private static void run(Row row, int seconds, String url) throws RunnerException {
        Key key = row.key();
        Measurement measured = new Measurement.Plan(
                        key.work().benchmark,
                        Map.of("subject", key.subject().name(), "url", key.work().usesPostgres ? url : ""),
                        key.threads())
                .run(seconds);
        row.nanos().add(measured.statistics().getPercentile(50));
        row.meanNanos().add(measured.statistics().getMean());
        row.slowNanos().add(measured.statistics().getPercentile(99));
        row.bytes().add(measured.bytes());
    }

    private Row row(Key key) {
        return rows.stream().filter(row -> row.key().equals(key)).findFirst().orElseThrow();
    }

    /** How much more than the base of its work, the median over the rounds of the differences within a round. */
    private double moreNanos(Row row) {
        Work work = row.key().work();
        List<Double> base = row(new Key(work, row.key().threads(), work.base)).nanos();
        return Median.ofDifferences(row.nanos(), base);
    }

    /** Whether Assent's pool costs no more than it may, wherever a pool's own work is measured. */
    @Override
    public boolean holds() {
        return rows.stream()
                .filter(row -> row.key().subject() == Subject.ASSENT
                        && row.key().work().isPoolsOwn())
                .allMatch(row -> moreNanos(row) <= MORE_NANOS_MAX);
    }

    @Override
    public String toMarkdown(Machine machine, int rounds, int seconds) {
        StringBuilder out = new StringBuilder("# What a pool costs\n\n")
                .append("Take a connection and close it, outside of a transaction, 10 connections at most, the same"
                        + " limits for all. The last table is a transaction of one row, with the question that the"
                        + " pool asks before a commit in one phase, and without it.\n")
                .append(String.format(
                        "Measured by `./assent lab pool-cost --rounds %d --seconds %d`.", rounds, seconds))
                .append(" The lab times each operation. Figures are medians over the rounds. Differences are those"
                        + " of the medians within a round.\n\n")
                .append("Machine: ")
                .append(machine.toMarkdown())
                .append("\n");
        for (Work work : Work.values()) {
            out.append("\n## ").append(work.title.substring(0, 1).toUpperCase(Locale.ROOT));
            out.append(work.title.substring(1)).append("\n\n");
            out.append(String.format(
                            "| | threads | us, median | lowest to highest | us more than %s | us on average | us at 99 %% | bytes |%n",
                            work.base.title()))
                    .append("|---|--:|--:|--:|--:|--:|--:|--:|\n");
            rows.stream().filter(row -> row.key().work() == work).forEach(row -> out.append(line(row)));
        }
        return out.append("\nThe promise is about the median time of taking and closing, the first two"
                        + " tables. There is none for `select 1`. Nearly all of it is the server's time, which"
                        + " is microseconds quicker or slower from round to round (lowest to highest). So a"
                        + " difference of a few us either way is noise. The average also includes the times"
                        + " without a processor.\n")
                .append("\nThere is none for a commit, either. The question is one round trip, and most of the rest is"
                        + " the time of the server's disk: measure the question's cost on your machine.\n")
                .append(String.format(
                        Locale.ROOT,
                        "%nAssent's pool may cost %.0f us more than Agroal alone for taking and closing: that %s.%n",
                        MORE_NANOS_MAX / 1_000,
                        holds() ? "holds" : "DOES NOT HOLD"))
                .toString();
    }

    private String line(Row row) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.3f | %.3f to %.3f | %s | %.3f | %.3f | %,.0f |%n",
                row.key().subject().title(),
                row.key().threads(),
                Median.of(row.nanos()) / 1_000,
                row.lowest() / 1_000,
                row.highest() / 1_000,
                row.key().subject() == row.key().work().base
                        ? ""
                        : String.format(Locale.ROOT, "%+.3f", moreNanos(row) / 1_000),
                Median.of(row.meanNanos()) / 1_000,
                Median.of(row.slowNanos()) / 1_000,
                Median.of(row.bytes()));
    }
}
