package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assent.harness.Sampled;
import dev.assent.server.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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

    private void start(String... arguments) throws IOException {
        demo = new DemoProcess(temp, arguments);
    }
}
