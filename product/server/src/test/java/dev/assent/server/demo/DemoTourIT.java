package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Full;
import dev.assent.server.Main;
import dev.assent.server.crash.CrashPoint;
import dev.assent.server.processes.ProcessWire;
import dev.assent.server.processes.Stop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole tours of the demo. {@link ShortDemoIT} makes one stop of them. */
@Full
class DemoTourIT {
    @TempDir
    private Path temp;

    private DemoProcess demo;

    @AfterEach
    void endTheDemo() {
        if (demo != null) {
            demo.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "derby", "postgresql,mariadb"})
    void everyCrashIsRecoveredAndNothingStaysBehind(String databases) throws Exception {
        start("demo", "--processes", "1", "--transfers", "100", "--threads", "3", "--database", databases);
        demo.ends(Main.SUCCESS);
        assertThat(demo.lines()).last().isEqualTo("All is well.");
        assertThat(demo.said()).contains("100 transfers by 3 threads", "north says: ", "south says: ");
        for (CrashPoint point : CrashPoint.all(true)) {
            assertThat(demo.lines())
                    .filteredOn(line -> line.startsWith("  " + point.title() + "  "))
                    .singleElement()
                    .asString()
                    .endsWith(point.commits() ? "committed, ok" : "rolled back, ok");
        }
        demo.assertNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource(ProcessWire.class)
    void fourProcessesAreKilledInTheirTurnsAndNothingStaysBehind(ProcessWire wire) throws Exception {
        start("demo", "--transfers", "20", "--threads", "2", "--transport", wire.toString());
        demo.ends(Main.SUCCESS);
        assertThat(demo.lines())
                .endsWith(
                        "All is well.",
                        "The tour made 10 of %d stops. For all of them: --tour points; for all %1$d and 200 random kills: --tour full"
                                .formatted(Stop.all(wire).size()));
        assertThat(demo.said()).contains("20 transfers by 2 threads", "1 to 4 ", "all is whole");
        for (Stop stop : Stop.few(wire)) {
            assertThat(demo.lines())
                    .filteredOn(
                            line -> line.startsWith("  " + stop.role()) && line.contains("  " + stop.title() + "  "))
                    .singleElement()
                    .asString()
                    .endsWith(stop.commits() ? "committed, ok" : "rolled back, ok");
        }
        for (String message : List.of("begin", "call", "commit", "prepare", "registration")) {
            double registrations = wire == ProcessWire.NATIVE ? 0 : 2;
            double expected =
                    Map.of("begin", 1.0, "registration", registrations).getOrDefault(message, 2.0);
            // over WS-AtomicTransaction a superior that waits for an answer asks again
            double most = wire == ProcessWire.SOAP ? 3 * expected : expected;
            assertThat(counted(message))
                    .as(message)
                    .anySatisfy(each -> assertThat(each).isBetween(expected, most));
        }
        demo.assertNothingIsLeft();
    }

    /** How many of them a transfer has, as the demo says: one count for each way that they go. */
    private List<Double> counted(String message) {
        return demo.lines().stream()
                .filter(each -> each.matches("  " + message + " +\\d+\\.\\d\\d  .*"))
                .map(each -> Double.parseDouble(each.strip().split(" +")[1]))
                .toList();
    }

    private void start(String... arguments) throws IOException {
        demo = new DemoProcess(temp, arguments);
    }
}
