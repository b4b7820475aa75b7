package dev.assent.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The refusals of {@code assent run}, before it starts anything. */
@Fast
class RunCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("node.properties"), text);
    }

    @Test
    void aFileIsNeeded() {
        assertThat(commandLine.execute("run")).isEqualTo(Main.MISUSE);
        assertThat(err.toString()).contains("--config", "./assent run --help");
    }

    @Test
    void aLimitOutOfRangeIsNamedWithWhatIsAllowed() {
        assertThat(commandLine.execute("run", "--config=x", "--once", "--limit-seconds=0"))
                .isEqualTo(Main.MISUSE);
        assertThat(err.toString()).contains("ASSENT-6002", "'--limit-seconds'", "'0'", "1 to 86400");
    }

    @Test
    void mistakesInTheFileAreToldAndNothingIsStarted() throws IOException {
        Path log = folder.resolve("log");
        Path file = file("log-folder=" + log + "\nlog-foldr=x\nresource.orders.type=jdbc"
                + "\nresource.orders.xa-data-source=com.example.Missing");
        assertThat(commandLine.execute("run", "--config", file.toString())).isEqualTo(Main.FAILURE);
        assertThat(err.toString())
                .contains(file.toString(), "mistakes: 2", "'log-foldr'")
                .contains("'orders'", "com.example.Missing", "ASSENT_CLASS_PATH")
                .doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
        assertThat(log).doesNotExist();
    }

    @Test
    void aNodeWithoutResourcesHasNothingInDoubt() throws IOException {
        Path file = file("log-folder=" + folder.resolve("log"));
        assertThat(commandLine.execute("run", "--config", file.toString(), "--once"))
                .isEqualTo(Main.SUCCESS);
        assertThat(out.toString()).startsWith("node ").contains(", epoch 1: no resources", "nothing is in doubt");
    }
}
