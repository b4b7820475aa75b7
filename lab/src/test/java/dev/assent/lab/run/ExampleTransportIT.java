package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.lab.ForkedJvm;
import dev.assent.lab.Machine;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.example.HttpWire;
import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Form;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.network.Hosts;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import dev.assent.lab.wire.LabTransport;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example of the guide joins by its one class, and any transport works behind a relay. */
class ExampleTransportIT {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "lab-transport.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "dev", "assent", "lab", "example", "HttpWire.java");
    private static final int DELAY_MILLIS = 10;

    @TempDir
    Path folder;

    /** Some calls with small and large results, and with one of a class of the lab. */
    private static final class Tiny implements Experiment {
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
                    .map(each -> Subject.of(each.method(), "call " + each.method()))
                    .toList();
        }

        @Override
        public Published published() {
            return new Published(List.of());
        }
    }

    private List<Measure> run(String transport, int delayMillis) throws Exception {
        Hosts.Wanted where = new Hosts.Wanted(1, false, false, delayMillis);
        ForkedJvm.Launch launch = ForkedJvm.Launch.by(List.of());
        Choice choice = new Choice(List.of(transport), List.of());
        Wanted wanted = new Wanted(List.of(new Tiny()), choice, Form.PUBLISHED, 1, launch, where, 1);
        PrintStream quiet = new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        try (Hosts hosts = Hosts.open(where, launch);
                Store store = Store.open(folder);
                RoleFolder roles = RoleFolder.make(folder, 1)) {
            Run run = new Run(wanted, hosts.site(), store, new Progress(quiet, false));
            int number = store.begin(new Store.RunHeader("", "published form", 1, hosts.title(), Machine.here()));
            assertThat(run.measureAll(number, roles.path())).isTrue();
            return store.measures(number);
        }
    }

    @Test
    void theExampleIsFoundAndMeasured() throws Exception {
        assertThat(LabTransport.of("http")).isInstanceOf(HttpWire.class);

        assertThat(run("http", 0)).hasSize(3).allSatisfy(each -> {
            assertThat(each.key().transport()).isEqualTo("http");
            assertThat(each.time().count()).isEqualTo(40);
            assertThat(each.bytes()).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "native+http", "soap", "rmi", "tcp", "http"})
    void behindARelayNothingIsFasterThanItsDelays(String transport) throws Exception {
        assertThat(run(transport, DELAY_MILLIS)).hasSize(3).allSatisfy(each -> {
            assertThat(each.time().median()).isGreaterThan(2_000.0 * DELAY_MILLIS);
            assertThat(each.bytes()).isNaN();
        });
    }

    @Test
    void theGuideHasTheWholeExample() throws Exception {
        String source = Files.readString(SOURCE);

        assertThat(Files.readString(GUIDE)).contains(source.substring(source.indexOf("public final class")));
    }
}
