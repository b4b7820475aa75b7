package dev.assent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of the model names what there is, in the model and in the code (docs/design/model.md). */
class ModelPageTest {
    private static final Path PAGE = Path.of("..", "docs", "design", "model.md");
    private static final Path MODELS = Path.of("src", "main", "tla");
    private static final List<Path> CODE =
            List.of(Path.of("..", "core", "src", "main", "java"), Path.of("..", "remote", "src", "main", "java"));

    private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)\\.([a-z]\\w+)`");
    private static final Pattern PROPERTIES = Pattern.compile("(?m)^(?:INVARIANTS|PROPERTIES) (.*)$");

    @Test
    void everyMethodOnThePageIsInTheCode() throws IOException {
        Matcher named = METHOD.matcher(Files.readString(PAGE));
        int methods = 0;
        while (named.find()) {
            List<Path> sources = sources(named.group(1) + ".java");
            assertThat(sources).as(named.group()).isNotEmpty();
            boolean isThere = false;
            for (Path source : sources) {
                isThere |= Files.readString(source).contains(" " + named.group(2) + "(");
            }
            assertThat(isThere).as(named.group()).isTrue();
            methods++;
        }
        assertThat(methods).isPositive();
    }

    private static List<Path> sources(String file) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : CODE) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(each -> each.endsWith(file)).forEach(found::add);
            }
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Commit", "Pass", "LastResource", "Gate"})
    void everyActionAndPropertyIsOnThePage(String module) throws IOException {
        String page = Files.readString(PAGE);
        String model = Files.readString(MODELS.resolve(module + ".tla"));
        List<String> names = new ArrayList<>();
        Matcher action = Pattern.compile("(?m)^(\\w+)(?:\\([^)]*\\))? ==$").matcher(model);
        while (action.find()) {
            names.add(action.group(1));
        }
        names.removeIf(each -> !isStep(model, each));
        assertThat(names).isNotEmpty();
        for (String configuration : Checker.configurations(Form.FULL)) {
            Matcher properties = PROPERTIES.matcher(Checker.configuration(configuration));
            while (configuration.startsWith(module + ".") && properties.find()) {
                names.addAll(List.of(properties.group(1).split(" ")));
            }
        }
        names.remove("TypeOk");
        assertThat(names).allSatisfy(each -> assertThat(page).contains("`" + each + "`"));
    }

    /** Whether a definition is a step of its own: one that says what does not change. */
    private static boolean isStep(String model, String name) {
        Matcher body = Pattern.compile("(?ms)^" + name + "(?:\\([^)]*\\))? ==$(.*?)^(?:\\w|-|\\(|=)").matcher(model);
        return body.find() && body.group(1).contains("UNCHANGED") && Character.isUpperCase(name.charAt(0));
    }

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void everyMistakeIsOnThePage(Mistake mistake) throws IOException {
        assertThat(Files.readString(PAGE)).contains(mistake.row());
    }
}
