package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Full;
import dev.assent.lab.example.HttpLabTransport;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import dev.assent.lab.transport.LabTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example of the guide joins by its one class, and any transport works behind a relay. */
@Full
class ExampleTransportIT {
    private static final Path GUIDE = Checkout.path("docs/guide/lab-transport.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "dev", "assent", "lab", "example", "HttpLabTransport.java");
    private static final int DELAY_MILLIS = 10;

    @TempDir
    Path folder;

    private List<Measure> run(String transport, int delayMillis) throws Exception {
        try (Store store = Store.open(folder)) {
            int number = TinyExperiment.run(store, folder, true, delayMillis, transport);
            return store.measures(number);
        }
    }

    @Test
    void theExampleIsFoundAndMeasured() throws Exception {
        assertThat(LabTransport.of("http")).isInstanceOf(HttpLabTransport.class);

        assertThat(run("http", 0)).hasSize(3).allSatisfy(each -> {
            assertThat(each.key().transport()).isEqualTo("http");
            assertThat(each.time().count()).isEqualTo(40);
            assertThat(each.bytes()).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "native+http", "iiop", "soap", "soap+http10", "rmi", "tcp", "http"})
    void behindARelayNothingIsFasterThanItsDelays(String transport) throws Exception {
        assertThat(run(transport, DELAY_MILLIS)).hasSize(3).allSatisfy(each -> {
            assertThat(each.time().median()).isGreaterThan(2_000.0 * DELAY_MILLIS);
            assertThat(each.bytes()).isNaN();
        });
    }

    /** Peers whose references name the place where they listen, and not that of a relay. */
    @ParameterizedTest
    @ValueSource(strings = {"narayana-jts", "narayana-xts"})
    void aSetupThatFailsIsKeptAndTheNextOneIsMeasured(String refused) throws Exception {
        try (Store store = Store.open(folder)) {
            int number = TinyExperiment.run(store, folder, false, DELAY_MILLIS, refused, "http");

            assertThat(store.measures(number))
                    .hasSize(3)
                    .allSatisfy(each -> assertThat(each.key().transport()).isEqualTo("http"));
            assertThat(store.run(number).isComplete()).isFalse();
            assertThat(store.failures(number)).singleElement().satisfies(failure -> {
                assertThat(failure.key().toString()).isEqualTo("tiny " + refused);
                assertThat(failure.repeat()).isEqualTo(1);
                assertThat(failure.why()).contains("ASSENT-7014", "server-1", "ASSENT-7030", "'" + refused + "'");
            });
        }
    }

    @Test
    void theGuideHasTheWholeExample() throws Exception {
        String source = Files.readString(SOURCE);

        assertThat(Files.readString(GUIDE)).contains(source.substring(source.indexOf("public final class")));
    }
}
