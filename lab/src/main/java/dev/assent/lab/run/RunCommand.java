package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import com.sun.management.OperatingSystemMXBean;
import dev.assent.lab.Machine;
import dev.assent.lab.Main;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Form;
import dev.assent.lab.network.Hosts;
import dev.assent.lab.network.PrivateNetwork;
import dev.assent.lab.result.RoleEnvironment;
import dev.assent.lab.result.RunHeader;
import dev.assent.lab.result.Store;
import dev.assent.lab.transport.LabTransport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
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

/** {@code ./assent lab run}: runs experiments, and keeps the results. */
@Command(name = "run", description = "Repeats experiments of a paper, and keeps the measurements.")
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
            description = "their names, or PAPER/NAME if several papers have the name; PAPER/all, or all")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--transport",
            split = ",",
            description = "the transports to measure, separated by commas (default: native,iiop,soap,rmi,tcp;"
                    + " native,rmi,tcp with --quick)")
    private @Nullable List<String> transports;

    @Option(
            names = "--database",
            split = ",",
            defaultValue = "derby,postgresql",
            description = "the databases of the servers, for experiments that have one, separated by commas"
                    + " (default ${DEFAULT-VALUE})")
    private List<String> databases = new ArrayList<>();

    @ArgGroup
    private FormOption form = new FormOption();

    @Option(
            names = "--warm-up",
            paramLabel = "CALLS",
            description = "calls before each measurement (1 to 100000; default: as published, a quarter of that with"
                    + " --quick)")
    private @Nullable Integer warmUp;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "how often to measure everything, each time in another order (1 to 100, default ${DEFAULT-VALUE})")
    private int repeats;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "the seed for the order of the measurements; a run with the same seed has the same order"
                    + " (default: a new one each time)")
    private @Nullable Long seed;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Mixin
    private HostOptions hosts = new HostOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "where the report goes (default lab-report.html)")
    private Path out = Path.of("lab-report.html");

    /** Measures; status 1 when not all was measured, 2 for an option that is not allowed. */
    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        Wanted wanted = wanted();
        ReportCommand.requireWritable(out);
        Terminal terminal = Terminal.find();
        if (!PrivateNetwork.isInside() && PrivateNetwork.refusal().isEmpty()) {
            return PrivateNetwork.runInside(Main.class, arguments(), terminal.environment());
        }
        CountDownLatch ended = new CountDownLatch(1);
        try (Hosts on = Hosts.open(wanted.hosts(), wanted.launch());
                Store store = results.openOrMake()) {
            System.err.println("lab: on " + on.title());
            Experiments.of(names).stream()
                    .filter(each -> !wanted.experiments().contains(each))
                    .forEach(each -> System.err.println("lab: '" + each.name() + "' has nothing to measure here"));
            Run run = new Run(wanted, on.deployment(), store, new Progress(System.err, terminal, System::nanoTime));
            return run(run, store.begin(header(wanted, on), RunOrder.plan(wanted)), store, ended);
        } finally {
            ended.countDown();
        }
    }

    private List<String> arguments() {
        return Objects.requireNonNull(spec).commandLine().getParseResult().originalArgs();
    }

    private Wanted wanted() {
        List<String> wantedTransports = transports();
        wantedTransports.forEach(LabTransport::of);
        requireWithin("--repeat", repeats, REPEATS_MAX);
        if (warmUp != null) {
            requireWithin("--warm-up", warmUp, WARM_UP_MAX);
        }
        Choice choice = new Choice(
                wantedTransports.stream().distinct().toList(),
                databases.stream().distinct().map(LabDatabase::of).toList());
        return new Wanted(
                experiments(choice),
                choice,
                warmUp == null ? form.form() : form.form().warmedBy(warmUp),
                repeats,
                jvm.launch(),
                hosts.wanted(),
                seed == null ? new SplittableRandom().nextLong() : seed);
    }

    /** All that the paper compares takes twice as long as a quick run may. */
    private List<String> transports() {
        if (transports != null) {
            return transports;
        }
        return form.form() == Form.QUICK
                ? List.of("native", "rmi", "tcp")
                : List.of("native", "iiop", "soap", "rmi", "tcp");
    }

    /** All experiments that have something to measure; one that the user names must have something. */
    private List<Experiment> experiments(Choice choice) {
        List<Experiment> named = Experiments.of(names);
        if (names.equals(List.of(Experiments.EACH))) {
            List<Experiment> some =
                    named.stream().filter(each -> Needs.areMet(each, choice)).toList();
            if (!some.isEmpty()) {
                return some;
            }
        }
        named.forEach(each -> Needs.require(each, choice));
        return named;
    }

    static void requireWithin(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(MESSAGES.optionRefused(option, value, max));
        }
    }

    private RunHeader header(Wanted wanted, Hosts on) throws IOException {
        Path folder = results.folder();
        FileStore files = Files.getFileStore(folder);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new RunHeader(
                String.join(" ", arguments()),
                wanted.form().toString(),
                repeats,
                wanted.seed(),
                on.title(),
                Machine.here().with(JdkVersion.of(wanted.launch().home())),
                new RoleEnvironment(
                        String.join(" ", wanted.launch().options()),
                        files.type() + " on " + files.name(),
                        system.getTotalMemorySize()));
    }

    private int run(Run run, int number, Store store, CountDownLatch ended) throws IOException, SQLException {
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

    /** After Ctrl-C: the measures stay, the started processes end, and the report says what is missing. */
    private static void end(Run run, CountDownLatch ended) {
        run.stop();
        try {
            if (!ended.await(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                System.err.println("lab: the measurements are kept; './assent lab report' shows them");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
