package dev.assent.lab.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.harness.Full;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command with real processes. */
@Full
class PingCommandIT {
    private static final int ROW_CELLS = 9;

    @Test
    void theCommandMeasuresEveryPeerInEveryPlacementAndLeavesNoProcess(@TempDir Path folder) throws Exception {
        Path page = folder.resolve("ping.md");

        int status = new CommandLine(new PingCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute("--rounds", "1", "--millis", "5", "--peers", "context,tls", "--out", page.toString());

        assertThat(status).isBetween(0, 1); // a test can't say whether the promised times hold
        List<String> lines = Files.readAllLines(page);
        assertThat(lines)
                .contains(
                        "# What a call of another process costs",
                        "## Both processes on one CPU, 1 thread",
                        "## Both processes on one CPU, 16 threads",
                        "## Both processes on any CPU, 1 thread",
                        "## Both processes on any CPU, 16 threads",
                        "## A transaction's context",
                        "## In HTTP and with TLS, beside plain");
        for (Peer peer : List.of(Peer.ECHO, Peer.MULTIPLEXER, Peer.NATIVE, Peer.CONTEXT, Peer.TLS)) {
            List<String> rows = lines.stream()
                    .takeWhile(line -> !line.startsWith("## A transaction's context"))
                    .filter(line -> line.startsWith("| " + peer.title() + " |"))
                    .toList();
            assertThat(rows).hasSize(4).allSatisfy(PingCommandIT::assertMeasured);
        }
        await().until(() -> ProcessHandle.current().children().findAny().isEmpty());
    }

    private static void assertMeasured(String row) {
        String[] cells =
                Arrays.stream(row.split("\\|")).skip(2).map(String::strip).toArray(String[]::new);
        assertThat(cells).hasSize(ROW_CELLS);
        for (String cell : Arrays.copyOf(cells, ROW_CELLS - 1)) {
            for (String number : cell.split(" to ")) {
                assertThat(Double.parseDouble(number.replace(",", ""))).as(row).isPositive();
            }
        }
        // The ratio of the last cell is rounded to 0.00 when a loaded machine stops the peer that it refers to.
        assertThat(Double.parseDouble(cells[ROW_CELLS - 1])).as(row).isFinite().isNotNegative();
    }
}
