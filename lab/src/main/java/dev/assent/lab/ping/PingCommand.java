package dev.assent.lab.ping;

import dev.assent.lab.Machine;
import dev.assent.lab.ReportOptions;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./assent lab ping}: measures and prints the tables. */
@Command(name = "ping", description = "What a call of another process costs, beside raw TCP and other products.")
public final class PingCommand implements Callable<Integer> {
    private static final int ROUNDS_MAX = 200;
    private static final int MILLIS_MAX = 10_000;

    /** The peers with which the others are compared. */
    private static final Set<Peer> LIMITS = EnumSet.of(Peer.ECHO, Peer.MULTIPLEXER);

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--rounds",
            defaultValue = "10",
            paramLabel = "N",
            description = "how often to measure everything, in turn (1 to 200, default ${DEFAULT-VALUE})")
    private int rounds;

    @Option(
            names = "--millis",
            defaultValue = "100",
            paramLabel = "N",
            description = "milliseconds for each measurement (1 to 10000, default ${DEFAULT-VALUE})")
    private int millis;

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "PEER",
            description =
                    "which peers to measure beside ECHO and MULTIPLEXER (of ${COMPLETION-CANDIDATES}; default all)")
    private List<Peer> peers = List.of(Peer.values());

    /** Measures; status 1 when something that is promised does not hold, 2 for an option that is not allowed. */
    @Override
    public Integer call() throws IOException {
        if (ReportOptions.isRefused("--rounds", rounds, ROUNDS_MAX)
                || ReportOptions.isRefused("--millis", millis, MILLIS_MAX)) {
            return 2;
        }
        Placement.check();
        Machine machine = Machine.here();
        EnumSet<Peer> measured = EnumSet.copyOf(peers);
        measured.addAll(LIMITS);
        if (measured.stream().anyMatch(Peer::isBesidePlain)) {
            measured.add(Peer.NATIVE);
        }
        PingCost cost = new PingRun(measured, rounds, millis).measure();
        report.print(new PingReport(cost).toMarkdown(machine, rounds, millis));
        return cost.holds() ? 0 : 1;
    }
}
