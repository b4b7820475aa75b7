package dev.assent.lab.run;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.transport.LabTransport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./assent lab list}: lists all that can be run. */
@Command(name = "list", description = "Lists the experiments, the databases and the transports.")
public final class ListCommand implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Override
    public Integer call() {
        System.out.println("Experiments");
        for (Experiment each : Experiments.ALL) {
            System.out.printf(
                    "  %-14s %s%n%17s%s%n%17s%s%n%17sClaim: %s%n",
                    each.name(), each.title(), "", each.method(), "", each.amount(), "", each.claim());
        }
        System.out.println("Databases");
        for (LabDatabase each : LabDatabase.all()) {
            System.out.printf(
                    "  %-14s %s%n",
                    each.name(),
                    each.isApart() ? each.title() + ", a server for each" : each.title() + ", inside of each");
        }
        System.out.println("Transports");
        for (LabTransport each : LabTransport.all()) {
            System.out.printf(
                    "  %-14s %s%s%n",
                    each.name(), each.title(), each.hasTransactions() ? "" : "; no transactions, plain calls only");
        }
        return 0;
    }
}
