package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import dev.assent.server.Main;
import dev.assent.server.crash.CrashPoint;
import dev.assent.server.processes.ProcessWire;
import dev.assent.server.processes.Stop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole demo in a process of its own, as people run it: its output, and the files and processes that it leaves. */
@Sampled(tests = 1)
class DemoIT {
    @TempDir
    private Path temp;

    private DemoProcess demo;

    @AfterEach
    void endTheDemo() {
        if (demo != null) {
            demo.close();
        }
    }

    static List<String> databases() {
        return Sample.of("databases of a demo", 1, List.of("postgresql", "mariadb", "derby", "postgresql,mariadb"));
    }

    static List<ProcessWire> wires() {
        return Sample.of("transports of a demo", 1, ProcessWire.values());
    }

    @ParameterizedTest
    @MethodSource("databases")
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
    @MethodSource("wires")
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

    @Test
    void anInterruptEndsAllFourProcesses() throws Exception {
        start("demo", "--transfers", "1000000");
        demo.readUntil("  client without");
        demo.interrupt();
        demo.ends(DemoProcess.ENDED_BY_INTERRUPT);
        assertThat(demo.said()).doesNotContain("Exception", "ASSENT-", "\tat ");
        demo.assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Assent demo", "Transfers", "  after prepare at north"})
    void anInterruptLeavesNothingBehindWhereverItComes(String afterLine) throws Exception {
        start("demo", "--processes", "1", "--transfers", afterLine.equals("Transfers") ? "1000000" : "50");
        demo.readUntil(afterLine);
        demo.interrupt();
        demo.ends(DemoProcess.ENDED_BY_INTERRUPT);
        assertThat(demo.said()).doesNotContain("Exception", "ASSENT-", "\tat ");
        demo.assertNothingIsLeft();
    }

    @Test
    void keptThingsAreWhereTheDemoSaysAndNoProcessRuns() throws Exception {
        start("demo", "--processes", "1", "--transfers", "1000000", "--keep");
        demo.readUntil("Transfers");
        await().ignoreExceptions().until(this::isLogMade);
        demo.interrupt();
        demo.ends(DemoProcess.ENDED_BY_INTERRUPT);
        String kept = demo.lines().stream()
                .filter(line -> line.startsWith("Kept in "))
                .findFirst()
                .orElseThrow()
                .substring("Kept in ".length());
        assertThat(Path.of(kept)).startsWith(temp).isDirectoryContaining("glob:**/assent-log");
        assertThat(Path.of(kept, "north", "postmaster.pid")).doesNotExist();
        demo.assertNoProcessIsLeft();
    }

    private boolean isLogMade() throws IOException {
        try (Stream<Path> files = Files.walk(temp, 2)) {
            return files.anyMatch(file -> file.endsWith("assent-log"));
        }
    }

    @Test
    void explainShowsEveryMessageForcedWriteAndXaCallOfATransfer() throws Exception {
        start("explain", "--json");
        demo.ends(Main.SUCCESS);
        List<String> steps = new ArrayList<>();
        for (JsonNode step : new ObjectMapper().readTree(demo.said()).get("steps")) {
            String kind = step.get("kind").asText();
            String what = step.get("what").asText();
            steps.add(step.get("process").asText()
                    + (kind.equals("message") ? " tells " + step.get("to").asText() : "") + " "
                    + what.replaceFirst(",.*", ""));
            assertThat(step.get("atMicros").asLong()).isNotNegative();
            if (kind.equals("message")) {
                assertThat(step.get("bytes").asInt()).isBetween(14, 400);
            }
        }
        List<String> expected = new ArrayList<>(List.of(
                "client tells coordinator begin",
                "coordinator tells client begun",
                "client tells coordinator commit",
                "coordinator tells client answer: committed",
                "coordinator its decision",
                "coordinator its end"));
        for (String bank : List.of("north", "south")) {
            expected.addAll(List.of(
                    "client tells " + bank + " call bank.book",
                    bank + " tells client returned",
                    "coordinator tells " + bank + " prepare",
                    bank + " tells coordinator answer: prepared",
                    "coordinator tells " + bank + " commit",
                    bank + " tells coordinator answer: done"));
            expected.addAll(List.of(bank + " its vote", bank + " its end"));
            for (String call : List.of("start", "end", "prepare", "commit")) {
                expected.add(bank + " xa_" + call);
            }
        }
        assertThat(steps).containsExactlyInAnyOrderElementsOf(expected).first().isEqualTo(expected.get(0));
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
