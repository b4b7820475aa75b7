package dev.assent.lab.run;

import dev.assent.lab.ForkedJvm;
import dev.assent.lab.Machine;
import dev.assent.lab.experiment.Bank;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Form;
import dev.assent.lab.result.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./assent lab run}: runs experiments, and keeps what was measured. */
@Command(name = "run", description = "Runs experiments of a paper again, and keeps what was measured.")
public final class RunCommand implements Callable<Integer> {
    private static final String HEAP = "768m";

    @Parameters(
            arity = "1..*",
            paramLabel = "EXPERIMENT",
            description = "plain, context, demarcation, commit, clients; or all")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--transport",
            split = ",",
            defaultValue = "native,native+http,rmi,tcp",
            description = "the transports, separated by commas (default ${DEFAULT-VALUE})")
    private List<String> transports = new ArrayList<>();

    @Option(
            names = "--database",
            split = ",",
            defaultValue = "derby,postgresql",
            description = "the databases of experiments that have any (default ${DEFAULT-VALUE})")
    private List<Bank> banks = new ArrayList<>();

    @Option(names = "--published", description = "with the published numbers of calls; without it quick")
    private boolean isPublished;

    @Option(
            names = "--repeat",
            defaultValue = "1",
            description = "how often all is measured (default ${DEFAULT-VALUE})")
    private int repeats;

    @Option(
            names = "--results",
            defaultValue = "lab-results",
            description = "the folder with all results (default ${DEFAULT-VALUE})")
    private Path results = Path.of("lab-results");

    @Override
    public Integer call() throws IOException, SQLException {
        List<String> options = List.of("-Xms" + HEAP, "-Xmx" + HEAP, "-XX:+UseSerialGC", "-XX:-UsePerfData");
        Wanted wanted = new Wanted(
                Experiments.of(names),
                new Choice(transports, banks),
                isPublished ? Form.PUBLISHED : Form.QUICK,
                repeats,
                new ForkedJvm.Launch(List.of(), Path.of(System.getProperty("java.home")), options),
                new Random().nextLong());
        Path folder = Files.createTempDirectory("assent-lab-");
        try (Store store = Store.open(results)) {
            Run run = new Run(wanted, store, new Progress(System.err, System.console() != null), folder);
            int number = store.begin(new Store.RunHeader(
                    String.join(" ", names), wanted.form().toString(), repeats, "loopback", Machine.here()));
            store.plan(number, run.plan());
            run.measureAll(number);
            store.measures(number)
                    .forEach(each -> System.out.printf(
                            "%-12s %-12s %-10s %-16s %-18s %3d %-12s %9.1f us %8.1f..%.1f med %8.1f p99 %8.1f /s %8.0f bytes %8.0f packets %.2f trend %.3f%n",
                            each.key().experiment(),
                            each.key().transport(),
                            each.key().bank(),
                            each.key().scenario(),
                            each.key().subject(),
                            each.key().clients(),
                            each.key().step(),
                            each.time().mean(),
                            each.time().low(),
                            each.time().high(),
                            each.time().median(),
                            each.time().p99(),
                            each.perSecond(),
                            each.bytes(),
                            each.packets(),
                            each.time().trend()));
        }
        return 0;
    }
}
