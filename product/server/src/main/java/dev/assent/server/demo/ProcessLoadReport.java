package dev.assent.server.demo;

import dev.assent.server.processes.Role;
import java.util.List;

/**
 * The cost of a load of transfers in four processes, for people. Immutable.
 *
 * @param options with the number of transfers and threads
 * @param seconds from the first begin to the last return
 * @param latencies of each transfer, as its client has seen it
 * @param counts of the load
 * @param serverForces what each database server that counts its forced writes counted during the load
 */
record ProcessLoadReport(
        DemoOptions options,
        double seconds,
        Latencies latencies,
        ProcessCounts counts,
        List<ServerForces.Count> serverForces) {
    private static final Table MESSAGES = new Table(
            Table.Column.text("sent, each answered", 20),
            Table.Column.number("a transfer", 10),
            Table.Column.text("", 0));
    private static final Table FORCES = new Table(
            Table.Column.text("forced writes", 20), Table.Column.number("a transfer", 10), Table.Column.text("", 0));

    /** Writes it. */
    void show(Terminal terminal) {
        terminal.line(LoadReport.speed(terminal, options.transfers(), options.threads(), seconds));
        terminal.line(LoadReport.latency(latencies));
        terminal.line("");
        terminal.line(terminal.faint(MESSAGES.header()));
        message(terminal, "begin", Role.CLIENT, "OUT_BEGIN", "client to coordinator");
        message(terminal, "call", Role.CLIENT, "OUT_CALL", "client to the banks");
        message(terminal, "commit", Role.CLIENT, "OUT_END", "client to coordinator, with the banks that it has called");
        message(terminal, "prepare", Role.COORDINATOR, "OUT_PREPARE", "coordinator to the banks, to both at once");
        message(terminal, "commit", Role.COORDINATOR, "OUT_COMMIT", "coordinator to the banks, to both at once");
        boolean isApart = counts.get(Role.COORDINATOR, "IN_REGISTER") > 0;
        message(
                terminal,
                "registration",
                Role.COORDINATOR,
                "IN_REGISTER",
                isApart
                        ? "the banks to coordinator, before they answer a call"
                        : "none: it rides on the answer to a call");
        terminal.line("");
        terminal.line(terminal.faint(FORCES.header()));
        for (Role each : Role.NODES) {
            terminal.line(FORCES.row(
                    terminal::faint,
                    "log of " + each,
                    perTransfer(counts.get(each, "forces")),
                    each == Role.COORDINATOR ? "its decision" : "its vote"));
        }
        for (ServerForces.Count server : serverForces) {
            terminal.line(
                    FORCES.row(terminal::faint, server.server(), perTransfer(server.forces()), "prepare and commit"));
        }
    }

    private void message(Terminal terminal, String what, Role role, String name, String who) {
        terminal.line(MESSAGES.row(terminal::faint, what, perTransfer(counts.get(role, name)), who));
    }

    private String perTransfer(long count) {
        return Text.of("%.2f", (double) count / options.transfers());
    }
}
