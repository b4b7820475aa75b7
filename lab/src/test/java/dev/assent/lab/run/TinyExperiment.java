package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.lab.ForkedJvm;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Form;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.invocations.work.CallMethod;
import dev.assent.lab.invocations.work.PaperServices;
import dev.assent.lab.network.Hosts;
import dev.assent.lab.result.Store;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Some calls with small and large results, and with one of a class of the lab. */
final class TinyExperiment implements Experiment {
    /**
     * Runs it once, over these transports.
     *
     * @param isComplete whether all must be measured
     * @return the number of the run
     */
    static int run(Store store, Path folder, boolean isComplete, int delayMillis, String... transports)
            throws Exception {
        return run(new TinyExperiment(), store, folder, isComplete, delayMillis, transports);
    }

    /** As above, another one. */
    static int run(
            Experiment experiment, Store store, Path folder, boolean isComplete, int delayMillis, String... transports)
            throws Exception {
        Hosts.Wanted where = new Hosts.Wanted(1, false, false, delayMillis);
        ForkedJvm.Launch launch = ForkedJvm.Launch.by(List.of());
        Choice choice = new Choice(List.of(transports), List.of());
        Wanted wanted = new Wanted(List.of(experiment), choice, Form.PUBLISHED, 1, launch, where, 1);
        PrintStream quiet = new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        try (Hosts hosts = Hosts.open(where, launch);
                RoleFolder roles = RoleFolder.make(folder, 1)) {
            int number = StoredRun.begin(store, 1, RunOrder.plan(wanted));
            Run run = new Run(wanted, hosts.deployment(), store, new Progress(quiet, Terminal.NONE, System::nanoTime));
            assertThat(run.measureAll(number, roles.path())).isEqualTo(isComplete);
            return number;
        }
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String title() {
        return "A few calls";
    }

    @Override
    public String claim() {
        return "None.";
    }

    @Override
    public String method() {
        return "A client calls three methods.";
    }

    @Override
    public Amount amount() {
        return Amount.ofCalls(5, 40);
    }

    @Override
    public List<Setup> setups(Choice choice) {
        return choice.transports().stream()
                .map(each -> Setup.ofServer(each, false))
                .toList();
    }

    @Override
    public List<Subject> subjects(Setup setup) {
        return List.of(Payload.INT_100, Payload.STRING_10000, Payload.DISTINCT_100).stream()
                .map(each -> Subject.of(each.method(), CallMethod.class, each.method()))
                .toList();
    }

    @Override
    public Class<? extends Services> services() {
        return PaperServices.class;
    }

    @Override
    public Published published() {
        return new Published(List.of());
    }
}
