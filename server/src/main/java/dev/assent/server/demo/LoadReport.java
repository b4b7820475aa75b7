package dev.assent.server.demo;

import dev.assent.core.log.LogStatistics;
import java.util.List;

/**
 * Tells people what a load of transfers took. Immutable.
 *
 * @param result of the load
 * @param phases where the time went
 * @param log what Assent's log counted during the load
 * @param serverForces what each server that counts its forced writes counted during the load
 */
record LoadReport(TransferLoad.Result result, PhaseTimes phases, LogStatistics log, List<ServerForces> serverForces) {
    private static final int BAR_WIDTH = 20;
    private static final Table PHASES = new Table(
            Table.Column.text("time of a transfer", 18),
            Table.Column.number("mean", 10),
            Table.Column.number("share", 6),
            Table.Column.text("no warm-up", BAR_WIDTH),
            Table.Column.text("", 0));
    private static final Table FORCES = new Table(
            Table.Column.text("forced writes", 18), Table.Column.number("a transfer", 10), Table.Column.text("", 0));

    /**
     * The forced writes of one server.
     *
     * @param server its kind and its name
     * @param forces of its write-ahead log
     */
    record ServerForces(String server, long forces) {}

    /** Writes it. */
    void show(Terminal terminal) {
        terminal.line(Text.of(
                "  %s by %s in %.2f s: %s",
                Text.count(result.transfers(), "transfer"),
                Text.count(result.threads(), "thread"),
                result.seconds(),
                terminal.bold(Text.of("%,.0f transfers/s", result.perSecond()))));
        Latencies latencies = result.latencies();
        terminal.line(Text.of(
                "  latency: mean %.2f ms, half within %.2f ms, 99 %% within %.2f ms, the slowest %.2f ms",
                latencies.meanMillis(),
                latencies.percentileMillis(0.5),
                latencies.percentileMillis(0.99),
                latencies.percentileMillis(1)));
        terminal.line("");
        showPhases(terminal);
        terminal.line("");
        showForces(terminal);
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
        for (ServerForces server : serverForces) {
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
