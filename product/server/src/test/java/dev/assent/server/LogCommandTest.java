package dev.assent.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers of {@code assent log} when it can't carry out a command: as text and as JSON. */
@Fast
class LogCommandTest {
    @TempDir
    private Path temp;

    private Path folder;

    @BeforeEach
    void nameFolder() {
        folder = temp.resolve("log");
    }

    /** The output of a command. */
    private record Told(int status, String out, String err) {}

    private static Told log(List<String> command, String... more) {
        List<String> arguments = new ArrayList<>(List.of("log"));
        arguments.addAll(command);
        arguments.addAll(List.of(more));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(new String[0]));
        return new Told(status, out.toString(), err.toString());
    }

    /** It fails with this text, and with the same in JSON. */
    private static String assertFails(String result, List<String> command) throws IOException {
        Told text = log(command);
        assertThat(text.status()).isEqualTo(Main.FAILURE);
        assertThat(text.out()).isEmpty();
        Told json = log(command, "--json");
        assertThat(json.status()).isEqualTo(Main.FAILURE);
        assertThat(json.err()).isEmpty();
        JsonNode answer = new ObjectMapper().readTree(json.out());
        assertThat(answer.get("result").asText()).isEqualTo(result);
        assertThat(text.err()).isEqualTo("assent: " + answer.get("text").asText() + System.lineSeparator());
        return text.err();
    }

    private AssentConfig settings() {
        return AssentConfig.defaults().with(Setting.LOG_FOLDER, folder).with(Setting.ADMIN, "none");
    }

    private List<String> of(String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of("--log", folder.toString()));
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "show ffff", "resolve ffff commit", "forget ffff", "adopt ffff"})
    void everyCommandNamesAFolderThatIsNotThereAndWhatToDoWhenItWasDeleted(String command) throws Exception {
        assertThat(assertFails("refused", of(command.split(" "))))
                .contains("ASSENT-4038", folder.toString(), "'--config FILE'", "'--new-log'");
        Files.createDirectory(folder);
        assertThat(assertFails("refused", of(command.split(" "))))
                .contains("ASSENT-4041", folder.toString(), "'--config FILE'", "'--new-log'");
    }

    @Test
    void aMistakeInThePropertiesFileIsNamed() throws Exception {
        Path file = Files.writeString(temp.resolve("node.properties"), "log-foldr=x");
        assertThat(assertFails("refused", List.of("list", "--config", file.toString())))
                .contains("'log-foldr'");
    }

    @Test
    void aLostResourceWithANameThatNoneCanHaveIsNamed() throws Exception {
        assertThat(assertFails("refused", of("forget", "ffff", "--lost", "a b")))
                .contains("ASSENT-4052", "'a b'");
    }

    @Test
    void anActWithoutResourcesIsRefused() throws Exception {
        Assent.builder().config(settings()).open().close();
        assertThat(assertFails("refused", of("resolve", "ffff", "commit"))).contains("ASSENT-4046");
    }

    @Test
    void aDamagedLogIsNamed() throws Exception {
        Assent.builder().config(settings()).open().close();
        Files.write(folder.resolve("segment-a"), new byte[4096]);
        Files.write(folder.resolve("segment-b"), new byte[4096]);
        assertThat(assertFails("refused", of("list"))).contains(folder.toString());
    }

    /** The node may carry out the act all the same. */
    @Test
    void whatARunningNodeMadeOfAnActIsUnknownWhenItDoesNotAnswer() throws Exception {
        try (Assent running = Assent.builder().config(settings()).open()) {
            assertThat(assertFails("unknown", of("resolve", "ffff", "commit")))
                    .contains(
                            "ASSENT-4036", Long.toString(ProcessHandle.current().pid()));
            assertThat(Internals.coordinator(running).isRunning()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resolve commit",
                "resolve ffff",
                "resolve ffff commit --where standing=left-alone",
                "resolve ffff commit --shown 1-ab",
                "resolve sideways --where standing=left-alone",
                "forget",
                "forget ffff --where standing=heuristic",
                "forget --shown 1-ab"
            })
    void anActIsAboutOneTransactionOrAboutAFilter(String command) {
        Told told = log(of(command.split(" ")));
        assertThat(told.status()).as(told.err()).isEqualTo(Main.MISUSE);
        assertThat(told.err()).containsPattern("ASSENT-(6051|6052)");
        assertThat(folder).doesNotExist();
    }

    @Test
    void aFilterThatIsNotUnderstoodIsNamed() throws Exception {
        Assent.builder().config(settings()).open().close();
        assertThat(assertFails("refused", of("forget", "--where", "colour=red")))
                .contains("ASSENT-4061", "'colour=red'", "standing=WORD");
    }

    @Test
    void whatIsNotUnderstoodIsToldAsText() {
        Told told = log(List.of("list", "--json"));
        assertThat(told.status()).isEqualTo(Main.MISUSE);
        assertThat(told.err()).contains("--config", "--log");
    }
}
