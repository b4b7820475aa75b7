package dev.assent.server.demo;

import dev.assent.MetricsSnapshot;
import java.util.List;

/**
 * The cost of a load of transfers, for people. Immutable.
 *
 * @param result of the load
 * @param phases where the time went
 * @param log what Assent's log counted during the load
 * @param serverForces what each server that counts its forced writes counted during the load
 */
record LoadReport(
        TransferLoad.Result result, PhaseTimes phases, MetricsSnapshot.Log log, List<ServerForces.Count> serverForces) {
    private static final int BAR_WIDTH = 20;
    private static final Table PHASES = new Table(
            Table.Column.text("time of a transfer", 18),
            Table.Column.number("mean", 10),
            Table.Column.number("share", 6),
            Table.Column.text("no warm-up", BAR_WIDTH),
            Table.Column.text("", 0));
    private static final Table FORCES = new Table(
            Table.Column.text("forced writes", 18), Table.Column.number("a transfer", 10), Table.Column.text("", 0));

    /** Writes it. */
    void show(Terminal terminal) {
        terminal.line(speed(terminal, result.transfers(), result.threads(), result.seconds()));
        Latencies latencies = result.latencies();
        terminal.line(latency(result.latencies()));
        terminal.line("");
        showPhases(terminal);
        terminal.line("");
        showForces(terminal);
    }

    static String speed(Terminal terminal, int transfers, int threads, double seconds) {
        return Text.of(
                "  %s by %s in %.2f s: %s",
                Text.count(transfers, "transfer"),
                Text.count(threads, "thread"),
                seconds,
                terminal.bold(Text.of("%,.0f transfers/s", transfers / seconds)));
    }

    static String latency(Latencies latencies) {
        return Text.of(
                "  latency: mean %.2f ms, half within %.2f ms, 99 %% within %.2f ms, the slowest %.2f ms",
                latencies.meanMillis(),
                latencies.percentileMillis(0.5),
                latencies.percentileMillis(0.99),
                latencies.percentileMillis(1));
    }

    private void showPhases(Terminal terminal) {
        double whole = result.latencies().meanMillis();
        terminal.line(terminal.faint(PHASES.header()));
        for (Phase phase : Phase.values()) {
            double mean = phases.meanMillis(phase);
            terminal.line(PHASES.row(
                    terminal::faint,
                    phase.title(),
                    Text.of("%.2f ms", mean),
                    Text.of("%.0f %%", 100 * mean / whole),
                    terminal.bar(BAR_WIDTH * mean / whole, BAR_WIDTH),
                    phase.explanation()));
        }
    }

    private void showForces(Terminal terminal) {
        terminal.line(terminal.faint(FORCES.header()));
        String shared =
                Text.of("%,d for %,d decisions; threads that decide at once share one", log.forces(), log.records());
        terminal.line(FORCES.row(terminal::faint, "Assent's log", perTransfer(log.forces()), shared));
        for (ServerForces.Count server : serverForces) {
            terminal.line(FORCES.row(
                    terminal::faint,
                    server.server(),
                    perTransfer(server.forces()),
                    Text.of(
                            "%,d for %,d prepares and commits, as it counts by itself",
                            server.forces(), 2L * result.transfers())));
        }
        terminal.line(Text.of("  XA: %.2f prepares and %.2f commits a transfer", phases.prepares(), phases.commits()));
    }

    private String perTransfer(long count) {
        return Text.of("%.2f", (double) count / result.transfers());
    }
}
