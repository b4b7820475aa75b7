package dev.assent.lab.run;

import static dev.assent.lab.run.LabProcess.measures;
import static dev.assent.lab.run.LabProcess.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.lab.result.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on two hosts, as far as this system lets one make them. */
class HostsIT {
    /** What they take at 100 Mb/s, but for what the cable lets pass at once after a pause. */
    private static final double MICROS_OF_10_000_BYTES = 700;

    @TempDir
    Path folder;

    /**
     * What the client gets of a call: 10,000 bytes for one, in seven segments of 1,448, with their acknowledgements. On a busy
     * machine, where these come late, some segments are sent again.
     */
    @Test
    void theClientHasAHostOfItsOwnAndOnlyWhatGoesBetweenTheHostsIsCounted() throws Exception {
        String refused = refusal();
        assumeTrue(refused.isEmpty(), refused);

        said(folder, 0, "run", "plain", "--transport", "tcp", "--hosts", "2", "--swap", "--pin");

        try (Store store = Store.open(folder.resolve("lab-results"))) {
            assertThat(store.run(1).header().network())
                    .contains("two hosts", "100 Mb/s each way", "the client is 10.77.0.2, all others 10.77.0.1")
                    .contains("the client on processor ");
        }
        assertThat(measures(folder)).hasSize(10);
        assertThat(measures(folder).stream().filter(each -> each.key().subject().equals("getString10000")))
                .allSatisfy(each -> {
                    assertThat(each.bytes()).isBetween(10_001.0, 10_300.0);
                    assertThat(each.packets()).isBetween(9.0, 17.0);
                    assertThat(each.time().mean()).isGreaterThan(MICROS_OF_10_000_BYTES);
                });
    }

    /** Why there can't be two hosts here; empty when there can. */
    private String refusal() throws Exception {
        try (LabProcess lab = LabProcess.start(folder, "run", "plain", "--hosts", "2", "--results", "tried")) {
            String first = lab.firstSaid();
            return first.contains("two hosts") ? "" : first;
        }
    }
}
