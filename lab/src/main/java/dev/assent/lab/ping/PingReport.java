package dev.assent.lab.ping;

import dev.assent.lab.Machine;
import dev.assent.lab.Median;
import dev.assent.lab.MedianInterval;
import dev.assent.lab.ping.PingCost.Key;
import dev.assent.lab.ping.PingCost.Row;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The page that says what pings cost. */
record PingReport(PingCost cost) {
    private static final double NANOS_PER_MICRO = 1_000;

    String toMarkdown(Machine machine, int rounds, int millis) {
        StringBuilder out = new StringBuilder("# What a call of another process costs\n\n")
                .append(
                        "`void ping()` between two JVMs on loopback, each peer with its defaults and without TLS unless it"
                                + " says so.\n")
                .append(String.format(
                        "Measured by `./assent lab ping --rounds %d --millis %d`: all peers in turn in every round."
                                + " The warm-up is as long as all rounds. If they have fewer than 200,000 calls, it"
                                + " goes on until it has made so many, up to ten times as long.",
                        rounds, millis))
                .append(" Figures are medians over the rounds, ratios are within a round. CPU time is the time that the"
                        + " scheduler counts for all threads, with the kernel's.\n\n")
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
        out.append("\nThe echo is the limit at one thread: nothing that goes over TCP takes less. The bare multiplexer"
                + " is the limit of many threads on one connection. It has requests and replies, but no codec, no names"
                + " and no limits.\n");
        if (!cost.contexts().isEmpty()) {
            appendContext(out, millis);
        }
        if (!cost.of(Peer.TUNNELLED).isEmpty() || !cost.of(Peer.TLS).isEmpty()) {
            appendWrapped(out);
        }
        if (!cost.of(Peer.NATIVE).isEmpty()) {
            appendPromises(out);
        }
        return out.toString();
    }

    private void appendContext(StringBuilder out, int millis) {
        out.append("\n## A transaction's context\n\n")
                .append(String.format(
                        "CPU time of a call, of both processes. Their threads call without a pause, by turns of %d ms:"
                                + " without a transaction, twice in one, and without. This is done %d times in every"
                                + " round, and %d times on any CPU. A transaction goes on from turn to turn for ten"
                                + " seconds. Figures are medians of all times, their interval is by ranks.%n%n",
                        PingRun.turnMillis(millis),
                        PingRun.fours(Placement.ONE_CPU),
                        PingRun.fours(Placement.UNPINNED)))
                .append("| | threads | us without | us with | us more | with 95 % confidence |\n")
                .append("|---|--:|--:|--:|--:|--:|\n");
        cost.contexts().forEach(each -> out.append(contextLine(each)));
        out.append("\nThe paper published, over JBoss Remoting on two machines, 0.36 ms more on average of eight"
                + " methods. This is time and not CPU time. `getInt100` takes 1.02 ms there without a"
                + " transaction (Silva Neto and Reverbel, On the Performance of Transactional Remote"
                + " Invocations over Commonly Used Transports, fig. 3).\n");
    }

    private static String contextLine(ContextCost context) {
        MedianInterval more = context.moreNanos();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.2f | %.2f | %+.2f | %s |%n",
                context.key().placement().title(),
                context.key().threads(),
                context.withoutNanos() / NANOS_PER_MICRO,
                context.withNanos() / NANOS_PER_MICRO,
                more.median() / NANOS_PER_MICRO,
                more.isKnown()
                        ? String.format(
                                Locale.ROOT,
                                "%+.2f to %+.2f",
                                more.low() / NANOS_PER_MICRO,
                                more.high() / NANOS_PER_MICRO)
                        : "needs 6 values");
    }

    private void appendWrapped(StringBuilder out) {
        out.append("\n## In HTTP and with TLS, beside plain\n\n")
                .append("| | | threads | calls/s, of plain | time in the middle, of plain | CPU us more |\n")
                .append("|---|---|--:|--:|--:|--:|\n");
        for (Peer peer : List.of(Peer.TUNNELLED, Peer.TLS)) {
            cost.of(peer).forEach(row -> out.append(wrappedLine(row)));
        }
    }

    private String wrappedLine(Row row) {
        Row plain = cost.row(row.key().with(Peer.NATIVE));
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %.2f | %.2f | %+.2f |%n",
                row.key().peer().title(),
                row.key().placement().title(),
                row.key().threads(),
                Median.ofRatios(row.perSecond(), plain.perSecond()),
                Median.ofRatios(row.middleNanos(), plain.middleNanos()),
                Median.ofDifferences(row.each(Sample::cpuNanos), plain.each(Sample::cpuNanos)) / NANOS_PER_MICRO);
    }

    private void appendPromises(StringBuilder out) {
        out.append(promise(
                        "At one thread on one CPU, a call of Assent's may take %.1f times as long as the echo",
                        PingCost.TIMES_OF_ECHO_MAX, cost.holdsAgainstEcho()))
                .append(promise(
                        "With 16 threads on one connection, there must be %.1f of the multiplexer's calls",
                        PingCost.PART_OF_MULTIPLEXER_MIN, cost.holdsAgainstMultiplexer()));
        if (!cost.contexts().isEmpty()) {
            out.append(promise(
                    "A transaction's context may cost a call %.1f us of CPU time, at the upper end of what is likely",
                    ContextCost.NANOS_MAX / NANOS_PER_MICRO, cost.holdsForContext()));
        }
    }

    private static String promise(String what, double limit, boolean holds) {
        return String.format(Locale.ROOT, "%n" + what + ": that %s.%n", limit, holds ? "holds" : "DOES NOT HOLD");
    }

    private static double micros(Row row, ToDoubleFunction<Sample> nanos) {
        return Median.of(row.each(nanos)) / NANOS_PER_MICRO;
    }

    private static String heading(Key key) {
        return String.format(
                "%n## %s, %s%n%n| | connections | calls/s | us in the middle | lowest to highest | us at 99 %% | CPU us"
                        + " client | CPU us server | CPU us both | %s |%n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|%n",
                key.placement().title(),
                key.threadsText(),
                key.isAlone() ? "time, of the echo's" : "calls/s, of the multiplexer's");
    }

    private String line(Row row) {
        List<Double> middle = row.middleNanos();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %,.0f | %.1f | %.1f to %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |%n",
                row.key().peer().title(),
                row.key().peer().connections(row.key().threads()),
                Median.of(row.perSecond()),
                Median.of(middle) / NANOS_PER_MICRO,
                Collections.min(middle) / NANOS_PER_MICRO,
                Collections.max(middle) / NANOS_PER_MICRO,
                micros(row, sample -> sample.slice().slowNanos()),
                micros(row, Sample::clientNanos),
                micros(row, Sample::serverNanos),
                micros(row, Sample::cpuNanos),
                row.key().isAlone() ? cost.timesOfEcho(row) : cost.partOfMultiplexer(row));
    }
}
