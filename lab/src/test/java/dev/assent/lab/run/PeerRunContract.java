package dev.assent.lab.run;

import static dev.assent.lab.run.LabProcess.measures;
import static dev.assent.lab.run.LabProcess.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Full;
import dev.assent.lab.network.PrivateNetwork;
import dev.assent.lab.result.Measure;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same experiments by our transactions and by those of another maker over the same protocol, in one run. */
@Full
abstract class PeerRunContract {
    private static final int TIMES = 6;

    /** A GIOP request with the key of an object, an operation and the reply; an envelope is longer. */
    private static final int REQUEST_BYTES_MIN = 100;

    private final String ours;
    private final String peer;

    @TempDir
    Path folder;

    private List<Measure> all;

    PeerRunContract(String ours, String peer) {
        this.ours = ours;
        this.peer = peer;
    }

    private Measure find(String transport, String experiment, String scenario, String subject, String step) {
        return all.stream()
                .filter(each -> each.key().transport().equals(transport)
                        && each.key().experiment().equals(experiment)
                        && each.key().scenario().equals(scenario)
                        && each.key().subject().equals(subject)
                        && each.key().step().equals(step))
                .findFirst()
                .orElseThrow(() -> new AssertionError(transport + ", " + experiment + ", " + subject + ", " + step));
    }

    @Test
    void bothMakersTransactionsAreMeasuredAndTheirDatabasesAreAskedAndTold() throws Exception {
        String said = said(
                folder,
                0,
                "run",
                "demarcation",
                "commit",
                "--transport",
                ours + "," + peer,
                "--database",
                "postgresql",
                "--warm-up",
                "10",
                "--series",
                "1x" + TIMES + "x1");
        assertThat(said).doesNotContain("ERROR"); // said when a database has not heard the outcome
        all = measures(folder);

        for (String each : List.of(ours, peer)) {
            assertThat(find(each, "commit", "log on", "transfer", "total")
                            .time()
                            .count())
                    .isEqualTo(TIMES);
            assertThat(find(each, "commit", "no transactions", "transfer", "total")
                            .time()
                            .mean())
                    .isPositive();
            assertThat(find(each, "demarcation", "", "inside the server", "total")
                            .time()
                            .mean())
                    .isPositive();
            if (PrivateNetwork.refusal().isEmpty()) {
                assertBytes(each);
            }
        }
    }

    /**
     * For two databases the coordinator sends prepare and commit, each with a reply. An empty transaction has none of
     * these messages.
     */
    private void assertBytes(String transport) {
        double alone =
                find(transport, "demarcation", "", "remote client", "commit").bytes();
        double together =
                find(transport, "commit", "log on", "transfer", "commit").bytes();
        assertThat(together - alone).isGreaterThan(4.0 * REQUEST_BYTES_MIN);
    }
}
