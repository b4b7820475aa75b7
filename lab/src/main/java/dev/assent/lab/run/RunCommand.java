package dev.assent.lab.run;

import dev.assent.core.message.Message;
import dev.assent.lab.Machine;
import dev.assent.lab.Main;
import dev.assent.lab.experiment.Bank;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Form;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./assent lab run}: runs experiments, and keeps what was measured. */
@Command(name = "run", description = "Runs experiments of a paper again, and keeps what was measured.")
public final class RunCommand implements Callable<Integer> {
    private static final int REPEATS_MAX = 100;

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

    /** One or the other. */
    static final class FormOption {
        @Option(names = "--quick", description = "some minutes for all; what is done when nothing is said")
        private boolean isQuick;

        @Option(names = "--published", description = "with exactly the published numbers of calls")
        private boolean isPublished;
    }

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "how often all is measured, each time in another order (1 to 100, default ${DEFAULT-VALUE})")
    private int repeats;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "where the report goes (default lab-report.html)")
    private Path out = Path.of("lab-report.html");

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        Wanted wanted = wanted();
        if (!Network.isPrivate() && Network.canBeMade()) {
            List<String> arguments =
                    Objects.requireNonNull(spec).commandLine().getParseResult().originalArgs();
            return Network.runInside(Main.class, arguments);
        }
        Network.endWithTheOneOutside();
        try (Store store = results.open()) {
            return run(wanted, store);
        }
    }

    private Wanted wanted() {
        try {
            transports.forEach(LabTransport::of);
            if (repeats < 1 || repeats > REPEATS_MAX) {
                throw new IllegalArgumentException(Message.LAB_OPTION_REFUSED.text("--repeat", repeats, REPEATS_MAX));
            }
            return new Wanted(
                    Experiments.of(names),
                    new Choice(transports, databases.stream().map(Bank::of).toList()),
                    form.isPublished ? Form.PUBLISHED : Form.QUICK,
                    repeats,
                    jvm.launch(),
                    new SplittableRandom().nextLong());
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), refused.getMessage());
        }
    }

    private int run(Wanted wanted, Store store) throws IOException, SQLException, InterruptedException {
        Run run = new Run(wanted, store, new Progress(System.err, System.console() != null));
        int number = store.begin(new Store.RunHeader(
                String.join(
                        " ",
                        Objects.requireNonNull(spec)
                                .commandLine()
                                .getParseResult()
                                .originalArgs()),
                wanted.form().toString(),
                repeats,
                Network.title(),
                Machine.here()));
        store.plan(number, run.plan());
        Thread self = Thread.currentThread();
        Thread atExit = new Thread(() -> end(run, self), "lab-end");
        Runtime.getRuntime().addShutdownHook(atExit);
        boolean isComplete = run.measureAll(number);
        ReportCommand.write(store, number, out);
        return isComplete ? 0 : 1;
    }

    /** After Ctrl-C: what was measured stays, and what was started ends. */
    private static void end(Run run, Thread running) {
        run.stop();
        try {
            running.join(20_000);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
