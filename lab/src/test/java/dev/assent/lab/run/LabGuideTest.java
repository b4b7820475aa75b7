package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.lab.Main;
import dev.assent.lab.result.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** All names in the guide exist, and its questions have answers. */
@Fast
class LabGuideTest {
    private static final Path GUIDE = Checkout.path("docs/guide/lab.md");
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");
    private static final Pattern QUESTION = Pattern.compile("lab query \"([^\"]+)\"");
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)");

    private static String guide;
    private static String ofPapers;

    @TempDir
    Path folder;

    @BeforeAll
    static void read() throws Exception {
        guide = Files.readString(GUIDE);
        ofPapers = guide.substring(guide.indexOf("## Experiments of papers"));
    }

    private static List<String> found(Pattern pattern, int group, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult each) -> each.group(group))
                .toList();
    }

    private static Set<String> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void allOptionsOfARunAreInTheGuide() {
        Set<String> options = options(new CommandLine(new RunCommand()));
        options.remove("--help");

        assertThat(found(OPTION, 0, ofPapers)).containsAll(options);
    }

    @Test
    void noOptionIsInTheGuideThatNoCommandHas() {
        Set<String> options = new CommandLine(new Main())
                .getSubcommands().values().stream()
                        .flatMap(each -> options(each).stream())
                        .collect(Collectors.toSet());

        assertThat(options).containsAll(found(OPTION, 0, guide));
    }

    @Test
    void itsQuestionsHaveAnswers() throws Exception {
        List<String> questions = found(QUESTION, 1, guide);
        assertThat(questions).hasSizeGreaterThan(1);
        try (Store store = Store.open(folder);
                Statement statement = store.connection().createStatement()) {
            StoredRun.in(store, key -> true, key -> 100);
            for (String each : questions) {
                try (ResultSet rows = statement.executeQuery(each.replace("run = 7", "run = 1"))) {
                    assertThat(rows.next()).as(each).isTrue();
                }
            }
        }
    }

    @Test
    void allTablesOfTheResultsAreInTheGuide() throws Exception {
        try (var tables = Store.class.getResourceAsStream("tables.sql")) {
            assertThat(found(TABLE, 1, new String(tables.readAllBytes(), StandardCharsets.UTF_8)))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(ofPapers).contains("| `" + each + "` |"));
        }
    }
}
