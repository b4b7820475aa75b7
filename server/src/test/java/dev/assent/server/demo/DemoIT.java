package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assent.harness.Sampled;
import dev.assent.server.Main;
import dev.assent.server.crash.CrashPoint;
import dev.assent.server.processes.ProcessWire;
import dev.assent.server.processes.Stop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole demo in a process of its own, as people run it: what it says, and what stays behind. */
@Sampled(tests = 2)
class DemoIT {
    /**
     * What an interrupt from the keyboard sends; a shell starts its background with it ignored, which all processes there
     * inherit: they are asked to end by another signal.
     */
    private static final int SIGNAL = isInterruptIgnored() ? 15 : 2;

    private static final int ENDED_BY_INTERRUPT = 128 + SIGNAL;

    @TempDir
    private Path temp;

    private Process demo;
    private BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    @AfterEach
    void endTheDemo() {
        if (demo != null) {
            demo.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "derby", "postgresql,mariadb"})
    void everyCrashIsRecoveredAndNothingStaysBehind(String databases) throws Exception {
        start("--processes", "1", "--transfers", "100", "--threads", "3", "--database", databases);
        readToTheEnd();
        assertThat(demo.waitFor()).as(said()).isEqualTo(Main.SUCCESS);
        assertThat(lines).last().isEqualTo("All is well.");
        assertThat(said()).contains("100 transfers by 3 threads", "north says: ", "south says: ");
        for (CrashPoint point : CrashPoint.all(true)) {
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("  " + point.title() + "  "))
                    .singleElement()
                    .asString()
                    .endsWith(point.commits() ? "committed, ok" : "rolled back, ok");
        }
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @EnumSource(ProcessWire.class)
    void fourProcessesAreKilledInTheirTurnsAndNothingStaysBehind(ProcessWire wire) throws Exception {
        start("--transfers", "20", "--threads", "2", "--transport", wire.toString());
        readToTheEnd();
        assertThat(demo.waitFor()).as(said()).isEqualTo(Main.SUCCESS);
        assertThat(lines)
                .endsWith(
                        "All is well.",
                        "The tour made 10 of %d stops. For all of them: --tour points; for all %1$d and 200 random kills: --tour full"
                                .formatted(Stop.all(wire).size()));
        assertThat(said()).contains("20 transfers by 2 threads", "1 to 4 ", "all is whole");
        for (Stop stop : Stop.few(wire)) {
            assertThat(lines)
                    .filteredOn(
                            line -> line.startsWith("  " + stop.role()) && line.contains("  " + stop.title() + "  "))
                    .singleElement()
                    .asString()
                    .endsWith(stop.commits() ? "committed, ok" : "rolled back, ok");
        }
        for (String message : List.of("begin", "call", "commit", "prepare", "registration")) {
            String registrations = wire == ProcessWire.NATIVE ? "0.00" : "2.00";
            String expected =
                    Map.of("begin", "1.00", "registration", registrations).getOrDefault(message, "2.00");
            // over WS-AtomicTransaction a superior that waits for an answer asks again
            String counted = wire == ProcessWire.SOAP ? "\\d+\\.\\d\\d" : expected;
            assertThat(lines).anyMatch(line -> line.matches("  " + message + " +" + counted + "  .*"));
        }
        assertNothingIsLeft();
    }

    @Test
    void anInterruptEndsAllFourProcesses() throws Exception {
        start("--transfers", "1000000");
        readUntil("  client without");
        interrupt();
        readToTheEnd();
        assertThat(demo.waitFor()).as(said()).isEqualTo(ENDED_BY_INTERRUPT);
        assertThat(said()).doesNotContain("Exception", "ASSENT-", "\tat ");
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Assent demo", "Transfers", "  after prepare at north"})
    void anInterruptLeavesNothingBehindWhereverItComes(String afterLine) throws Exception {
        start("--processes", "1", "--transfers", afterLine.equals("Transfers") ? "1000000" : "50");
        readUntil(afterLine);
        interrupt();
        readToTheEnd();
        assertThat(demo.waitFor()).as(said()).isEqualTo(ENDED_BY_INTERRUPT);
        assertThat(said()).doesNotContain("Exception", "ASSENT-", "\tat ");
        assertNothingIsLeft();
    }

    @Test
    void keptThingsAreWhereTheDemoSaysAndNoProcessRuns() throws Exception {
        start("--processes", "1", "--transfers", "1000000", "--keep");
        readUntil("Transfers");
        await().ignoreExceptions().until(this::isLogMade);
        interrupt();
        readToTheEnd();
        assertThat(demo.waitFor()).as(said()).isEqualTo(ENDED_BY_INTERRUPT);
        String kept = lines.stream()
                .filter(line -> line.startsWith("Kept in "))
                .findFirst()
                .orElseThrow()
                .substring("Kept in ".length());
        assertThat(Path.of(kept)).startsWith(temp).isDirectoryContaining("glob:**/assent-log");
        assertThat(Path.of(kept, "north", "postmaster.pid")).doesNotExist();
        assertNoProcessIsLeft();
    }

    private boolean isLogMade() throws IOException {
        try (Stream<Path> files = Files.walk(temp, 2)) {
            return files.anyMatch(file -> file.endsWith("assent-log"));
        }
    }

    @Test
    void explainShowsEveryMessageForcedWriteAndXaCallOfATransfer() throws Exception {
        run("explain", "--json");
        readToTheEnd();
        assertThat(demo.waitFor()).as(said()).isEqualTo(Main.SUCCESS);
        List<String> steps = new ArrayList<>();
        for (JsonNode step : new ObjectMapper().readTree(said()).get("steps")) {
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
        assertNothingIsLeft();
    }

    private void start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("demo"));
        command.addAll(List.of(options));
        run(command.toArray(String[]::new));
    }

    private void run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        demo = new ProcessBuilder(command).redirectErrorStream(true).start();
        output = demo.inputReader(StandardCharsets.UTF_8);
    }

    private void readUntil(String beginning) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.startsWith(beginning)) {
                return;
            }
        }
        throw new AssertionError("no line begins with '" + beginning + "':\n" + said());
    }

    private void readToTheEnd() throws IOException {
        output.lines().forEach(lines::add);
    }

    private String said() {
        return String.join("\n", lines);
    }

    private static boolean isInterruptIgnored() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> Long.parseUnsignedLong(
                            line.substring("SigIgn:".length()).strip(), 16))
                    .anyMatch(ignored -> (ignored & 1 << 1) != 0);
        } catch (IOException | UncheckedIOException notLinux) {
            return false;
        }
    }

    private void interrupt() throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + SIGNAL, Long.toString(demo.pid())).start();
        kill.waitFor();
        assertThat(kill.exitValue()).isZero();
    }

    private void assertNothingIsLeft() throws IOException {
        assertNoProcessIsLeft();
        try (Stream<Path> left = Files.walk(temp)) {
            assertThat(left).containsExactly(temp);
        }
    }

    /** Every process of the demo names its folder, which is in the test's, on its command line. */
    private void assertNoProcessIsLeft() {
        Stream<String> left = ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(temp.toString()));
        assertThat(left).isEmpty();
    }
}
