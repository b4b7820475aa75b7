package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.experiment.Task;
import dev.assent.lab.invocations.work.CallMethod;
import dev.assent.lab.result.Store;
import dev.assent.lab.transport.LabServer;
import dev.assent.remote.CallTransaction;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subject that fails, or whose processes die of it, is missing alone. */
@Fast
class FailingSubjectIT {
    @TempDir
    Path folder;

    /** Ends the process that it is in. */
    public interface Deadly {
        /** As a crash does. */
        void die();
    }

    /** Payloads, and how to end their server. */
    public static final class MortalServices implements Services {
        /** Made by the server. */
        public MortalServices() {}

        @Override
        public void export(LabServer server, @Nullable DataSource database) throws Exception {
            server.export("payloads", Payloads.class, new ConstantPayloads(), CallTransaction.NEVER);
            server.export("deadly", Deadly.class, () -> Runtime.getRuntime().halt(3), CallTransaction.NEVER);
        }
    }

    /** One step that does something bad. */
    public static final class BadTask implements Task {
        private final Deadly server;
        private final String what;

        /** Its argument says what. */
        public BadTask(Context context) throws Exception {
            server = context.client().connect(context.servers().get(0), "deadly", Deadly.class);
            what = context.arguments().get(0);
        }

        @Override
        public List<String> steps() {
            return List.of(Steps.CALL);
        }

        @Override
        public void run(StepObserver observer) {
            switch (what) {
                case "server-dies" -> server.die();
                case "client-dies" -> Runtime.getRuntime().halt(3);
                default -> throw new IllegalStateException("as it was told to");
            }
        }
    }

    /** Good ones and bad ones, in any order. */
    private static final class MixedExperiment implements Experiment {
        @Override
        public String name() {
            return "mixed";
        }

        @Override
        public String title() {
            return "Good and bad";
        }

        @Override
        public String claim() {
            return "None.";
        }

        @Override
        public String method() {
            return "A client calls, or fails.";
        }

        @Override
        public Amount amount() {
            return Amount.ofCalls(5, 40);
        }

        @Override
        public List<Setup> setups(Choice choice) {
            return List.of(Setup.ofServer("rmi", false));
        }

        @Override
        public List<Subject> subjects(Setup setup) {
            return List.of(
                    Subject.of("getInt100", CallMethod.class, "getInt100"),
                    Subject.of("server-dies", BadTask.class, "server-dies"),
                    Subject.of("getDataSet", CallMethod.class, "getDataSet"),
                    Subject.of("client-dies", BadTask.class, "client-dies"),
                    Subject.of("fails", BadTask.class, "fails"),
                    Subject.of("getDouble100", CallMethod.class, "getDouble100"));
        }

        @Override
        public Class<? extends Services> services() {
            return MortalServices.class;
        }

        @Override
        public Published published() {
            return new Published(List.of());
        }
    }

    @Test
    void itIsMissingAloneWhateverItsProcessesDieOf() throws Exception {
        try (Store store = Store.open(folder)) {
            int number = TinyExperiment.run(new MixedExperiment(), store, folder, false, 0, "rmi");

            assertThat(store.measures(number))
                    .extracting(each -> each.key().subject())
                    .containsExactlyInAnyOrder("getInt100", "getDataSet", "getDouble100");
            assertThat(store.failures(number))
                    .extracting(each -> each.key().subject())
                    .containsExactlyInAnyOrder("server-dies", "client-dies", "fails");
            assertThat(store.failures(number))
                    .anySatisfy(each -> assertThat(each.why()).contains("'client' was asked to 'run 5 1' and it ended"))
                    .anySatisfy(each -> assertThat(each.why()).contains("java.rmi.UnmarshalException"))
                    .anySatisfy(each -> assertThat(each.why()).contains("as it was told to"));
        }
    }
}
