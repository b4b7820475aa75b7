package dev.assent.server.demo;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.server.crash.BankServers;
import dev.assent.server.crash.Oracle;
import dev.assent.server.processes.FourProcesses;
import dev.assent.server.processes.ProcessTour;
import dev.assent.server.processes.ProcessWire;
import dev.assent.server.processes.RandomKills;
import dev.assent.server.processes.Reported;
import dev.assent.server.processes.Role;
import dev.assent.server.processes.Stop;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** The demo in four processes: a client, a coordinator and two bank servers; each of them is killed in the tour. */
final class FourProcessForm implements DemoForm {
    private static final int SHOW_MILLIS = 100;

    /** No transfer of the load is to fail, however slow the machine is. */
    private static final int TIMEOUT_SECONDS = 60;

    private final Stage stage;
    private final Oracle oracle;
    private final Reported reported = new Reported();
    private final FourProcesses processes;

    FourProcessForm(Stage stage, BankServers servers) throws IOException {
        this.stage = stage;
        this.oracle = new Oracle(stage.banks());
        this.processes = new FourProcesses(
                servers,
                stage.banks(),
                new FourProcesses.Site(
                        stage.options().wire(),
                        stage.folder().path(),
                        stage.folder().of(KeptThings.PROCESSES)),
                (role, line) -> reported.hear(line));
    }

    @Override
    public void transfer() throws Exception {
        Terminal terminal = stage.terminal();
        processes.start();
        for (Role each : Role.NODES) {
            terminal.line("  " + each + " at " + processes.address(each));
        }
        terminal.line("  client without a transaction manager: the coordinator begins and ends its transactions");
        ServerForces forces = ServerForces.begin(stage.banks(), oracle);
        ProcessCounts before = ProcessCounts.of(processes);
        double seconds = load();
        ProcessCounts counted = ProcessCounts.of(processes).since(before);
        processes.restartBanks(); // a server's count is complete once it has no connections
        new ProcessLoadReport(stage.options(), seconds, new Latencies(reported.nanos()), counted, forces.end())
                .show(terminal);
    }

    private double load() throws Exception {
        DemoOptions options = stage.options();
        ProgressBar progress = new ProgressBar(stage.terminal(), "transfers", options.transfers());
        long began = System.nanoTime();
        String command = "load 1 " + options.transfers() + " " + options.threads() + " " + TIMEOUT_SECONDS;
        processes.of(Role.CLIENT).ask(command, "loading");
        int done = 0;
        while (done < options.transfers()) {
            processes.of(Role.CLIENT).checkAlive();
            done = reported.awaitDone(options.transfers(), SHOW_MILLIS);
            progress.show(done, secondsSince(began));
        }
        progress.clear();
        double seconds = secondsSince(began);
        processes.of(Role.CLIENT).ask("stop-load", "stopped");
        int failed = options.transfers() - reported.committed().cardinality();
        if (failed > 0) {
            throw new IOException(MESSAGES.demoTransferFailed(Text.count(failed, "transfer")));
        }
        return seconds;
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    @Override
    public String tourTitle() {
        return "Crash tour: kill -9 of one of the four, and start it again with the same log";
    }

    @Override
    public boolean tour() throws Exception {
        DemoOptions.Tour tour = stage.options().tour();
        List<Stop> stops = stops(tour, stage.options().wire());
        ProcessTourReport report = new ProcessTourReport(stage.terminal());
        boolean well = report.run(new ProcessTour(processes, reported), stops);
        if (tour.kills() > 0) {
            long seed = new SplittableRandom().nextLong();
            RandomKills random =
                    new RandomKills(processes, reported, stage.options().threads(), seed);
            well &= report.run(random, tour.kills());
        }
        return well;
    }

    private static List<Stop> stops(DemoOptions.Tour tour, ProcessWire wire) {
        List<Stop> all = Stop.all(wire);
        return switch (tour) {
            case ONE -> List.of(all.get(new SplittableRandom().nextInt(all.size())));
            case FEW -> Stop.few(wire);
            case POINTS, FULL -> all;
        };
    }

    @Override
    public String longerTour() {
        ProcessWire wire = stage.options().wire();
        DemoOptions.Tour tour = stage.options().tour();
        int all = Stop.all(wire).size();
        String full = "all %d and %d random kills: --tour full".formatted(all, DemoOptions.Tour.FULL.kills());
        return switch (tour) {
            case ONE, FEW ->
                "The tour made %d of %d stops. For all of them: --tour points; for %s"
                        .formatted(stops(tour, wire).size(), all, full);
            case POINTS -> "The tour made all %d stops. For %s".formatted(all, full);
            case FULL -> "";
        };
    }

    @Override
    public Oracle.Finding examine() throws Exception {
        return oracle.examine(reported.committed(), reported.open());
    }

    @Override
    public void stop() {
        processes.close();
    }
}
