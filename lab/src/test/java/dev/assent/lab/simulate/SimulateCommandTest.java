package dev.assent.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.testkit.simulation.SimulationReport;
import dev.assent.testkit.simulation.Simulator;
import dev.assent.testkit.simulation.WorldKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The work and the output of {@code ./assent simulate}. */
@Fast
class SimulateCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new SimulateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void worldsAreRunAndAddedUp() {
        assertThat(run("--seed", "7", "--worlds", "6", "--threads", "2")).isZero();

        assertThat(out.toString())
                .contains("6, from seed 7, in")
                .contains("with 2 threads")
                .contains("COMMITTED=")
                .contains("none is broken");
        assertThat(err.toString()).contains("the first seed is 7");
    }

    @Test
    void aFreshSeedIsPrinted() {
        assertThat(run("--worlds", "1")).isZero();

        assertThat(err.toString()).containsPattern("the first seed is \\d+");
    }

    @Test
    void worldsHaveSoManyNodesAndStepsAsIsAsked() {
        assertThat(run("--seed", "7", "--nodes", "3", "--steps", "400")).isZero();

        assertThat(out.toString()).contains("nodes: 3,");
        assertThat(new Wanted(7, 3, 400, 1, 1, 1).kindOf(7)).isEqualTo(new WorldKind(3, 400));
        assertThat(new Wanted(7, 3, 400, 1, 1, 1).replayOf(8))
                .isEqualTo("./assent simulate --seed 8 --nodes 3 --steps 400");
        assertThat(Simulator.run(7, new WorldKind(3, 400)).allPortCalls()).isGreaterThanOrEqualTo(400);
    }

    @Test
    void aSeedAndTheFileOfItsChoicesTellTheSameStory(@TempDir Path folder) throws IOException {
        SimulationReport report = Simulator.replay(8, WorldKind.SEVERAL);
        Path file = folder.resolve("choices");
        new WorldFile(WorldKind.SEVERAL, report.choices().trimmed()).write(file, "for people");

        assertThat(run("--seed", "8")).isZero();
        String ofSeed = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("--replay", file.toString())).isZero();

        assertThat(out.toString()).isEqualTo(ofSeed).contains("starts").contains("no law is broken");
    }

    @Test
    void everyPortCallIsToldOnlyWhenAsked() {
        run("--seed", "7");
        int story = out.toString().length();
        out.getBuffer().setLength(0);
        run("--seed", "7", "--calls");

        assertThat(out.toString()).hasSizeGreaterThan(story).contains("Storage.forceNames");
    }

    @ParameterizedTest
    @CsvSource({
        "--nodes, 9, option '--nodes' has the value '9'; allowed: 1 to 8",
        "--nodes, 0, option '--nodes' has the value '0'; allowed: 1 to 8",
        "--steps, 10001, option '--steps' has the value '10001'; allowed: 1 to 10000",
        "--threads, 0, option '--threads' has the value '0'; allowed: 1 to 256",
        "--worlds, -1, option '--worlds' has the value '-1'; allowed: 1 to",
        "--time, 5, Invalid value for option '--time'; the value '5' is not allowed; allowed: a number and s",
        "--time, 0s, Invalid value for option '--time'; the value '0s' is not allowed; allowed: a number and s",
        "--time, 1001h, Invalid value for option '--time'; the value '1001h' is not allowed; up to 1000h",
        "--replay, nowhere, cannot replay 'nowhere': there is no such file"
    })
    void whatIsNotAllowedIsRefused(String option, String value, String told) {
        assertThat(run(option, value)).isEqualTo(2);

        assertThat(err.toString()).contains(told.split("; "));
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aFileThatIsNoneOfAWorldIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("choices");
        Files.writeString(file, "nodes 9\nsteps 1\n1 2 3\n");

        assertThat(run("--replay", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("cannot replay '" + file).contains("no world has 9 nodes");
    }

    @Test
    void fewWorldsInALongTimeAreNoPass() {
        assertThat(Show.isSlow(336, 60, 1)).isTrue();
        assertThat(Show.isSlow(30_000, 60, 1)).isFalse();
        assertThat(Show.isSlow(0, 3, 2)).as("a short run").isFalse();
    }

    @Test
    void aReplayGoesWithNoOtherOption() {
        assertThat(run("--replay", "nowhere", "--seed", "7")).isEqualTo(2);

        assertThat(err.toString()).contains("option '--replay' goes only with '--calls', but '--seed' is given, too");
    }
}
