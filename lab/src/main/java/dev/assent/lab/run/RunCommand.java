package dev.assent.lab.run;

import dev.assent.core.message.Message;
import dev.assent.lab.Machine;
import dev.assent.lab.Main;
import dev.assent.lab.bank.Bank;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.network.Hosts;
import dev.assent.lab.network.PrivateNetwork;
import dev.assent.lab.result.Store;
import dev.assent.lab.wire.LabTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./assent lab run}: runs experiments, and keeps what was measured. */
@Command(name = "run", description = "Runs experiments of a paper again, and keeps what was measured.")
public final class RunCommand implements Callable<Integer> {
    static final int REPEATS_MAX = 100;
    private static final int WARM_UP_MAX = 100_000;
    private static final int END_SECONDS_MAX = 60;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private StoreOption results = new StoreOption();

    @Parameters(
            arity = "1..*",
            paramLabel = "EXPERIMENT",
            description = "plain, context, demarcation, commit, clients; or all")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--transport",
            split = ",",
            defaultValue = "native,native+http,rmi,tcp",
            description = "separated by commas (default ${DEFAULT-VALUE})")
    private List<String> transports = new ArrayList<>();

    @Option(
            names = "--database",
            split = ",",
            defaultValue = "derby,postgresql",
            description = "of the servers that have one, separated by commas (default ${DEFAULT-VALUE})")
    private List<String> databases = new ArrayList<>();

    @ArgGroup
    private FormOption form = new FormOption();

    @Option(
            names = "--warm-up",
            paramLabel = "CALLS",
            description =
                    "before anything is measured, of each (1 to 100000; default: as published, half of that when quick)")
    private @Nullable Integer warmUp;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "how often all is measured, each time in another order (1 to 100, default ${DEFAULT-VALUE})")
    private int repeats;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Mixin
    private HostOptions hosts = new HostOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "where the report goes (default lab-report.html)")
    private Path out = Path.of("lab-report.html");

    /** Measures; status 1 when it was ended before all was measured, 2 for an option that is not allowed. */
    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        Wanted wanted = wanted();
        if (!PrivateNetwork.isInside() && PrivateNetwork.refusal().isEmpty()) {
            return PrivateNetwork.runInside(Main.class, arguments());
        }
        CountDownLatch ended = new CountDownLatch(1);
        try (Hosts on = Hosts.open(wanted.hosts(), wanted.launch());
                Store store = results.open()) {
            System.err.println("lab: on " + on.title());
            return run(wanted, on, store, ended);
        } finally {
            ended.countDown();
        }
    }

    private List<String> arguments() {
        return Objects.requireNonNull(spec).commandLine().getParseResult().originalArgs();
    }

    private Wanted wanted() {
        transports.forEach(LabTransport::of);
        requireWithin("--repeat", repeats, REPEATS_MAX);
        if (warmUp != null) {
            requireWithin("--warm-up", warmUp, WARM_UP_MAX);
        }
        return new Wanted(
                Experiments.of(names),
                new Choice(transports, databases.stream().map(Bank::of).toList()),
                warmUp == null ? form.form() : form.form().warmedBy(warmUp),
                repeats,
                jvm.launch(),
                hosts.wanted(),
                new SplittableRandom().nextLong());
    }

    static void requireWithin(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(Message.LAB_OPTION_REFUSED.text(option, value, max));
        }
    }

    private int run(Wanted wanted, Hosts on, Store store, CountDownLatch ended) throws IOException, SQLException {
        Run run = new Run(wanted, on.site(), store, new Progress(System.err, System.console() != null));
        Store.RunHeader header = new Store.RunHeader(
                String.join(" ", arguments()), wanted.form().toString(), repeats, on.title(), Machine.here());
        int number = store.begin(header);
        store.plan(number, run.plan());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(run, ended), "lab-end"));
        PrivateNetwork.endWithTheOneOutside();
        boolean isComplete;
        try (RoleFolder folder = RoleFolder.make(results.folder(), number)) {
            isComplete = run.measureAll(number, folder.path());
        } finally {
            ReportCommand.write(store, List.of(number), out);
        }
        return isComplete ? 0 : 1;
    }

    /** After Ctrl-C: what was measured stays, what was started ends, and the report says what is missing. */
    private static void end(Run run, CountDownLatch ended) {
        run.stop();
        try {
            if (!ended.await(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                System.err.println("lab: what was measured is kept; './assent lab report' shows it");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
