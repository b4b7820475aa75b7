package dev.assent.server.demo;

import dev.assent.server.processes.ProcessTour;
import dev.assent.server.processes.RandomKills;
import dev.assent.server.processes.Role;
import dev.assent.server.processes.Stop;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Kills one of four processes again and again, and tells people of each stop. Confined to one thread. */
final class ProcessTourReport {
    /** After so many random kills the databases are examined. */
    private static final int KILLS_IN_A_ROW = 10;

    private static final Table STOPS = new Table(
            Table.Column.text("kill -9", 11),
            Table.Column.text("at", 35),
            Table.Column.text("the client hears", 16),
            Table.Column.number("restart", 7),
            Table.Column.number("settled", 7),
            Table.Column.text("the transfer is", 0));
    private static final Table KILLS = new Table(
            Table.Column.text("random kills", 12),
            Table.Column.text("killed", 44),
            Table.Column.number("committed", 9),
            Table.Column.number("rolled back", 11),
            Table.Column.number("unknown", 7),
            Table.Column.text("the oracle says", 0));

    private final Terminal terminal;

    ProcessTourReport(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Makes the stops, a line for each.
     *
     * @return whether everything was as it must be
     */
    boolean run(ProcessTour tour, List<Stop> stops) throws Exception {
        VerdictTable lines = new VerdictTable(terminal, STOPS);
        for (Stop stop : stops) {
            ProcessTour.Sight sight = tour.visit(stop);
            lines.row(
                    sight.violations(),
                    sight.commits() ? "committed, ok" : "rolled back, ok",
                    stop.role(),
                    stop.title(),
                    sight.told().isEmpty() ? "-" : sight.told().replace('-', ' '),
                    Text.of("%.2f s", sight.restartSeconds()),
                    Text.of("%.2f s", sight.settledSeconds()));
        }
        terminal.line(terminal.faint("  restart: until the next process had opened its log and recovered once;"
                + " settled: until nothing was in doubt anywhere"));
        return lines.isWell();
    }

    /** Kills so often, a line for some of them; returns as {@link #run(ProcessTour, List)}. */
    boolean run(RandomKills random, int kills) throws Exception {
        terminal.line("");
        VerdictTable lines = new VerdictTable(terminal, KILLS);
        for (int done = 0; done < kills; done += KILLS_IN_A_ROW) {
            int count = Math.min(KILLS_IN_A_ROW, kills - done);
            RandomKills.Sight sight = random.kill(count);
            lines.row(
                    sight.violations(),
                    "all is whole",
                    (done + 1) + " to " + (done + count),
                    who(sight),
                    sight.committed(),
                    sight.rolledBack(),
                    sight.open());
        }
        return lines.isWell();
    }

    private static String who(RandomKills.Sight sight) {
        return Arrays.stream(Role.values())
                .filter(sight.killed()::containsKey)
                .map(each -> each + " " + sight.killed().get(each))
                .collect(Collectors.joining(", "));
    }
}
