package dev.assent.lab.run;

import static dev.assent.lab.run.LabProcess.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assent.harness.Full;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of a transaction's time. Two databases are measured, so it takes up to two minutes. */
@Full
class CommitPartsIT {
    @TempDir
    Path folder;

    /** One inside of the servers' processes, and one that joins by a class alone. */
    @Test
    void whatATransactionAddsIsTakenApartByWhatServersHaveTimed() throws Exception {
        said(
                folder,
                0,
                "run",
                "commit",
                "--transport",
                "native",
                "--database",
                "derby,mariadb",
                "--warm-up",
                "20",
                "--series",
                "1x40x1");

        try (Store store = Store.open(folder.resolve("lab-results"))) {
            assertThat(store.phases(1))
                    .filteredOn(each -> each.key().scenario().equals("log on"))
                    .filteredOn(each -> each.key().database().equals("mariadb"))
                    .extracting(each -> each.role() + " " + each.phase())
                    .containsExactlyInAnyOrder(
                            "coordinator PREPARE",
                            "coordinator FORCE",
                            "coordinator COMMIT",
                            "server-1 PREPARE",
                            "server-1 FORCE",
                            "server-1 COMMIT",
                            "server-2 PREPARE",
                            "server-2 FORCE",
                            "server-2 COMMIT",
                            "server-1 work",
                            "server-2 work");
            assertThat(store.run(1).databases())
                    .hasSize(2)
                    .anySatisfy(each -> assertThat(each).matches("Apache Derby \\d.*"))
                    .anySatisfy(each -> assertThat(each).matches("MariaDB \\d.*"));
            assertThat(store.measures(1)).filteredOn(Measure::isExact).hasSameSizeAs(store.measures(1));
            double inside = bytesOfATransfer(store, "derby");
            // the messages of a server and its database over TCP are some hundred bytes for each row
            assertThat(bytesOfATransfer(store, "mariadb")).isCloseTo(inside, withinPercentage(5));
        }
        said(folder, 0, "report", "--out", "parts.md");
        assertThat(Files.readString(folder.resolve("parts.md")))
                .contains("| phase one: the databases prepare |", "beyond the commits of the work alone");
    }

    /** Without a transaction, where nothing else is to be said. */
    private static double bytesOfATransfer(Store store, String database) throws Exception {
        return store.measures(1).stream()
                .filter(each ->
                        each.key().toString().equals("commit native " + database + " no transactions transfer total"))
                .mapToDouble(Measure::bytes)
                .findFirst()
                .orElseThrow();
    }
}
