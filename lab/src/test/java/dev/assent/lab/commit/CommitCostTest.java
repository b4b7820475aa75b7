package dev.assent.lab.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.Machine;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The table of the commit's cost, and the command that makes it. */
@Fast
class CommitCostTest {
    private static final Machine MACHINE = new Machine("a processor", 2, "a system", "a JVM", "abc");

    private static CommitCost.Row row(String name, int threads, Double... perSecond) {
        return new CommitCost.Row(name, threads, List.of(perSecond), List.of(800.0, 900.0, 1000.0));
    }

    private static String lineOf(String name, String table) {
        return table.lines()
                .filter(line -> line.startsWith("| " + name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRatioIsTheMedianOfTheRatiosWithinARoundAndNotTheRatioOfTheMedians() {
        CommitCost cost = new CommitCost(List.of(
                row("raw write + fdatasync of one sector", 1, 100.0, 200.0, 1000.0),
                row("forced log, 1 thread", 1, 50.0, 160.0, 900.0),
                row("forced log, 50 threads", 50, 500.0, 1600.0, 1800.0),
                row("log in memory", 1, 1e6, 2e6, 3e6)));

        String table = cost.toMarkdown(MACHINE, 3, 1);

        assertThat(lineOf("forced log, 1 thread", table))
                .isEqualTo("| forced log, 1 thread | 160 | 50 to 900 | 6250.00 | 0.80 | 1.00 | 900 |");
        assertThat(lineOf("forced log, 50 threads", table)).contains("| 5.00 | 10.00 |");
        assertThat(lineOf("log in memory", table)).endsWith("| 0.50 |  |  | 900 |");
        assertThat(table).contains("a processor, 2 cores; a system; a JVM; commit `abc`");
    }

    @Test
    void anOptionThatIsNotAllowedIsRefusedBeforeAnythingIsMeasured() {
        assertThat(new CommandLine(new CommitCostCommand()).execute("--rounds", "0"))
                .isEqualTo(2);
        assertThat(new CommandLine(new CommitCostCommand()).execute("--seconds", "61"))
                .isEqualTo(2);
        assertThat(new CommandLine(new CommitCostCommand()).execute("--seconds", "x"))
                .isEqualTo(2);
    }
}
