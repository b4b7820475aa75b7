package dev.assent.lab.run;

import static dev.assent.lab.run.LabProcess.measures;
import static dev.assent.lab.run.LabProcess.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.harness.Sampled;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on two hosts, as far as this system lets one make them. */
@Sampled(tests = 1)
class HostsIT {
    /** The time of 10,000 bytes at 100 Mb/s, less those that the cable lets pass at once after a pause. */
    private static final double MICROS_OF_10_000_BYTES = 700;

    private static final int DELAY_MILLIS = 5;

    @TempDir
    Path folder;

    /** Skipped, with the system's own message, where there can't be two hosts with a cable of the paper's bandwidth. */
    @BeforeEach
    void requireHosts() throws Exception {
        try (LabProcess lab = LabProcess.start(folder, "run", "plain", "--hosts", "2", "--results", "tried")) {
            String said = lab.firstSaid();
            assumeTrue(said.contains("two hosts") && said.contains("100 Mb/s each way"), said);
        }
    }

    /** All payloads over raw TCP between two hosts. */
    private List<Measure> measured(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("run", "plain", "--transport", "tcp", "--hosts", "2"));
        all.addAll(List.of(options));
        said(folder, 0, all.toArray(String[]::new));
        List<Measure> measures = measures(folder);
        assertThat(measures).hasSize(10);
        return measures;
    }

    private String network() throws Exception {
        try (Store store = Store.open(folder.resolve("lab-results"))) {
            return store.run(1).header().network();
        }
    }

    /**
     * The client gets 10,000 bytes for one, in seven segments of 1,448, with their acknowledgements. If these come late
     * on a busy machine, the system sends some segments again.
     */
    private static void assertOnlyWhatGoesBetweenTheHostsIsCounted(Measure of10000Bytes) {
        assertThat(of10000Bytes.bytes()).isBetween(10_001.0, 10_300.0);
        assertThat(of10000Bytes.packets()).isBetween(9.0, 17.0);
    }

    private static Measure of10000Bytes(List<Measure> all) {
        return all.stream()
                .filter(each -> each.key().subject().equals("getString10000"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theClientHasAHostOfItsOwnAtACableOfThePapersBandwidth() throws Exception {
        Measure large = of10000Bytes(measured("--swap", "--pin", "--warm-up", "100", "--series", "1x30x10"));

        assertThat(network())
                .contains("two hosts", "100 Mb/s each way", "the client is 10.77.0.2, all others 10.77.0.1")
                .contains("the client on processor ");
        assertOnlyWhatGoesBetweenTheHostsIsCounted(large);
        assertThat(large.time().mean()).isGreaterThan(MICROS_OF_10_000_BYTES);
    }

    @Test
    void betweenTwoHostsARelayDelaysEachWayAndBytesAreThoseOfTheCable() throws Exception {
        List<Measure> all =
                measured("--delay", Integer.toString(DELAY_MILLIS), "--warm-up", "10", "--series", "1x10x3");

        assertThat(network())
                .contains("two hosts", "the client is 10.77.0.1, all others 10.77.0.2")
                .contains("relays delay everything by " + DELAY_MILLIS + " ms each way");
        assertThat(all).allSatisfy(each -> assertThat(each.time().median()).isGreaterThan(2_000.0 * DELAY_MILLIS));
        assertOnlyWhatGoesBetweenTheHostsIsCounted(of10000Bytes(all));
    }
}
