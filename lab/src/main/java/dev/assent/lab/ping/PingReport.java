package dev.assent.lab.ping;

import dev.assent.lab.Machine;
import dev.assent.lab.Median;
import dev.assent.lab.ping.PingCost.Key;
import dev.assent.lab.ping.PingCost.Row;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The page that says what pings cost. */
record PingReport(PingCost cost) {
    String toMarkdown(Machine machine, int rounds, int millis) {
        StringBuilder out = new StringBuilder("# What a call of another process costs\n\n")
                .append(
                        "`void ping()` between two JVMs on loopback, each peer with its defaults and without TLS unless it"
                                + " says so.\n")
                .append(String.format(
                        "Measured by `./assent lab ping --rounds %d --millis %d`: in every round all peers in turn, after as"
                                + " long a warm-up as all rounds take (10 s at most);",
                        rounds, millis))
                .append(" medians over the rounds, ratios within a round; CPU time as the scheduler counts it, of all"
                        + " threads, with the kernel's.\n\n")
                .append("Machine: ")
                .append(machine.toMarkdown())
                .append("\n");
        Key before = null;
        for (Row row : cost.rows()) {
            if (before == null || !before.with(row.key().peer()).equals(row.key())) {
                out.append(heading(row.key()));
            }
            out.append(line(row));
            before = row.key();
        }
        return out.append(
                        "\nThe echo is the limit at one thread: nothing that goes over TCP takes less. The bare multiplexer"
                                + " is the limit of many threads on one connection: it has requests and replies, and no codec, no"
                                + " names and no limits.\n")
                .toString();
    }

    private static boolean isAlone(Key key) {
        return key.threads() == 1;
    }

    private static String heading(Key key) {
        return String.format(
                "%n## %s, %s%n%n| | connections | calls/s | us in the middle | lowest to highest | us at 99 %% | CPU us"
                        + " client | CPU us server | CPU us both | %s |%n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|%n",
                key.placement().title(),
                key.threadsText(),
                isAlone(key) ? "time, of the echo's" : "calls/s, of the multiplexer's");
    }

    private String line(Row row) {
        List<Double> middle = row.middleNanos();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %,.0f | %.1f | %.1f to %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |%n",
                row.key().peer().title(),
                row.key().peer().connections(row.key().threads()),
                Median.of(row.perSecond()),
                Median.of(middle) / 1_000,
                Collections.min(middle) / 1_000,
                Collections.max(middle) / 1_000,
                Median.of(row.each(sample -> sample.slice().slowNanos())) / 1_000,
                Median.of(row.each(Sample::clientNanos)) / 1_000,
                Median.of(row.each(Sample::serverNanos)) / 1_000,
                Median.of(row.each(Sample::cpuNanos)) / 1_000,
                isAlone(row.key()) ? cost.timesOfEcho(row) : cost.partOfMultiplexer(row));
    }
}
