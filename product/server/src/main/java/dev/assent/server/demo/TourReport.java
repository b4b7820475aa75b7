package dev.assent.server.demo;

import dev.assent.server.crash.CrashPoint;
import dev.assent.server.crash.CrashTarget;
import dev.assent.server.crash.CrashTour;
import java.util.List;

/** Makes a crash tour and tells people of each stop. Confined to one thread. */
final class TourReport {
    private static final Table TABLE = new Table(
            Table.Column.text("kill -9", 31),
            Table.Column.text("in doubt", 12),
            Table.Column.text("committed", 12),
            Table.Column.text("recovery", 13),
            Table.Column.number("took", 7),
            Table.Column.number("restart", 7),
            Table.Column.text("the transfer is", 0));

    private final Terminal terminal;

    TourReport(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Makes the tour, a line for each point.
     *
     * @return whether everything was as it must be
     */
    boolean run(CrashTour tour, List<CrashPoint> points) throws Exception {
        VerdictTable stops = new VerdictTable(terminal, TABLE);
        int earlierConfirmed = 0;
        tour.begin();
        for (CrashPoint point : points) {
            CrashTour.Sight sight = tour.visit(point, CrashTarget.NODE);
            stops.row(
                    sight.violations(),
                    point.commits() ? "committed, ok" : "rolled back, ok",
                    point.title(),
                    names(sight.inDoubt()),
                    names(sight.applied()),
                    sight.recovery(),
                    Text.of("%.0f ms", sight.recoveryMillis()),
                    Text.of("%.2f s", sight.restartSeconds()));
            earlierConfirmed += sight.earlierConfirmed();
        }
        tour.end();
        terminal.line(terminal.faint(
                "  took: log opened, connected to both banks, recovered; restart: with the start of the JVM"));
        if (earlierConfirmed > 0) {
            terminal.line(terminal.faint(Text.of(
                    "  recovery also saw %d earlier transfers, committed at both banks, whose end records were lost:"
                            + " they are not forced",
                    earlierConfirmed)));
        }
        return stops.isWell();
    }

    private static String names(List<String> names) {
        return names.isEmpty() ? "-" : String.join(", ", names);
    }
}
