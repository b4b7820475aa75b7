package dev.assent.server.demo;

import dev.assent.core.log.LogStatistics;
import java.util.List;

/**
 * Tells people what a load of transfers took. Immutable.
 *
 * @param result of the load
 * @param phases where the time went
 * @param log what Assent's log counted during the load
 * @param serverForces what each server counted during the load, forced writes of its own log
 */
record LoadReport(TransferLoad.Result result, PhaseTimes phases, LogStatistics log, List<ServerForces> serverForces) {
    private static final int BAR_WIDTH = 20;
    private static final Table PHASES = new Table(
            Table.Column.text("time of a transfer", 18),
            Table.Column.number("mean", 10),
            Table.Column.number("share", 6),
            Table.Column.text("", BAR_WIDTH),
            Table.Column.text("", 0));
    private static final Table FORCES = new Table(
            Table.Column.text("forced writes", 18), Table.Column.number("a transfer", 10), Table.Column.text("", 0));

    /**
     * The forced writes of one server.
     *
     * @param bank its name
     * @param forces of its write-ahead log
     */
    record ServerForces(String bank, long forces) {}

    /** Writes it. */
    void show(Terminal terminal) {
        terminal.line("  %,d transfers by %d threads in %.2f s: %s; no warm-up"
                .formatted(
                        result.transfers(),
                        result.threads(),
                        result.seconds(),
                        terminal.bold("%,.0f transfers/s".formatted(result.perSecond()))));
        Latencies latencies = result.latencies();
        terminal.line("  latency: mean %.2f ms, half within %.2f ms, 99 %% within %.2f ms, the slowest %.2f ms"
                .formatted(
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
                    "%.2f ms".formatted(mean),
                    "%.0f %%".formatted(100 * mean / whole),
                    terminal.bar(BAR_WIDTH * mean / whole, BAR_WIDTH),
                    phase.explanation()));
        }
    }

    private void showForces(Terminal terminal) {
        terminal.line(terminal.faint(FORCES.header()));
        String shared =
                "%,d for %,d decisions; threads that decide at once share one".formatted(log.forces(), log.records());
        terminal.line(FORCES.row(terminal::faint, "Assent's log", perTransfer(log.forces()), shared));
        for (ServerForces server : serverForces) {
            terminal.line(FORCES.row(
                    terminal::faint,
                    "PostgreSQL " + server.bank(),
                    perTransfer(server.forces()),
                    "%,d for %,d prepares and commits, as it counts by itself"
                            .formatted(server.forces(), 2L * result.transfers())));
        }
        terminal.line("  XA: %.2f prepares and %.2f commits a transfer".formatted(phases.prepares(), phases.commits()));
    }

    private String perTransfer(long count) {
        return "%.2f".formatted((double) count / result.transfers());
    }
}
