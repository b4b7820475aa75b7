package dev.assent.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Fast
class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

    @Test
    void helpListsEveryCommand() {
        assertThat(commandLine.execute("--help")).isEqualTo(Main.SUCCESS);
        assertThat(commandLine.getSubcommands()).isNotEmpty();
        assertThat(out.toString()).contains(commandLine.getSubcommands().keySet());
    }

    @Test
    void everyCommandHasHelpThatSaysWhatEachOptionAllows() {
        for (String command : commandLine.getSubcommands().keySet()) {
            assertThat(commandLine.execute(command, "--help")).isEqualTo(Main.SUCCESS);
        }
        assertThat(out.toString())
                .contains("--processes=1|4", "--transfers=1..1000000", "--threads=1..64", "--keep", "2000", "4");
    }

    @Test
    void versionSaysWhichBuildAndWhichJava() {
        assertThat(commandLine.execute("--version")).isEqualTo(Main.SUCCESS);
        assertThat(out.toString())
                .matches("(?s)Assent \\d+\\.\\d+.*Java " + Runtime.version().feature() + ".*");
    }

    @Test
    void aMissingCommandIsMisuseAndTheCommandsAreNamed() {
        assertThat(commandLine.execute()).isEqualTo(Main.MISUSE);
        assertThat(err.toString()).contains("ASSENT-6001", "demo", "--help");
    }

    @Test
    void anUnknownCommandIsNamedWithThoseThereAre() {
        assertThat(commandLine.execute("nonsense")).isEqualTo(Main.MISUSE);
        assertThat(err.toString()).contains("ASSENT-6003", "'nonsense'", "demo, explain");
        assertThat(commandLine.execute("--nonsense")).isEqualTo(Main.MISUSE);
        assertThat(err.toString()).contains("Unknown option: '--nonsense'");
    }

    @ParameterizedTest
    @CsvSource({
        "--threads,   0,       from 1 to 64",
        "--threads,   65,      from 1 to 64",
        "--threads,   four,    from 1 to 64",
        "--threads,   '',      from 1 to 64",
        "--transfers, 0,       from 1 to 1000000",
        "--transfers, 1000001, from 1 to 1000000",
        "--transfers, 1e3,     from 1 to 1000000",
        "--database,  oracle,  'postgresql, mariadb, derby, or two of them with a comma between'",
        "--database,  'derby,derby,derby', 'postgresql, mariadb, derby'",
        "--database,  'derby,', 'postgresql, mariadb, derby'",
        "--processes, 2,       'allowed: 1, 4'",
        "--processes, 0,       'allowed: 1, 4'",
        "--tour,      none,    'few, points, full'"
    })
    void aRefusedValueIsNamedWithItsOptionAndWhatIsAllowed(String option, String value, String allowed) {
        assertThat(commandLine.execute("demo", option + "=" + value)).isEqualTo(Main.MISUSE);
        assertThat(err.toString())
                .contains("ASSENT-6002", "'" + option + "'", "'" + value + "'", allowed)
                .doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--thread=4", "--keep=maybe", "--threads", "extra"})
    void whatIsNotUnderstoodIsNamedAndHelpIsPointedOut(String argument) {
        assertThat(commandLine.execute("demo", argument)).isEqualTo(Main.MISUSE);
        String name = argument.replaceFirst("=.*", "");
        assertThat(err.toString()).contains(name, "./assent demo --help").doesNotContain("\tat ");
    }
}
