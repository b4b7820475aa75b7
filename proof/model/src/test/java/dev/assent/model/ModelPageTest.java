package dev.assent.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
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
@Fast
class ModelPageTest {
    private static final Path PAGE = Checkout.path("docs/design/model.md");
    private static final Path MODELS = Path.of("src", "main", "tla");
    private static final List<Path> CODE =
            List.of(Checkout.path("product/core/src/main/java"), Checkout.path("product/remote/src/main/java"));

    private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)\\.(?!quick|full)([a-z]\\w+)`");
    private static final Pattern CHOICE = Pattern.compile("(?ms)^(?:Next|Progress\\(n\\)) ==(.*?)^\\S");
    private static final Pattern DEFINED = Pattern.compile("(?m)^(\\w+)(?:\\([^)]*\\))? ==$");
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
    @ValueSource(strings = {"Commit", "Pass", "LastResource", "Gate", "Lives"})
    void everyActionAndPropertyIsOnThePage(String module) throws IOException {
        String page = Files.readString(PAGE);
        String model = Files.readString(MODELS.resolve(module + ".tla"));
        List<String> names = actions(model);
        assertThat(names).isNotEmpty();
        for (String configuration : Checker.configurations(Form.FULL)) {
            Matcher properties = PROPERTIES.matcher(Checker.configuration(configuration));
            while (configuration.startsWith(module + ".") && properties.find()) {
                names.addAll(List.of(properties.group(1).split(" ")));
            }
        }
        assertThat(names).allSatisfy(each -> assertThat(page).contains("`" + each + "`"));
    }

    /** The names in a model's steps that the model defines. */
    private static List<String> actions(String model) {
        StringBuilder steps = new StringBuilder();
        Matcher choice = CHOICE.matcher(model);
        while (choice.find()) {
            steps.append(choice.group(1));
        }
        List<String> actions = new ArrayList<>();
        Matcher defined = DEFINED.matcher(model);
        while (defined.find()) {
            String name = defined.group(1);
            if (!name.equals("Progress")
                    && Pattern.compile("\\b" + name + "\\b").matcher(steps).find()) {
                actions.add(name);
            }
        }
        return actions;
    }

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void everyMistakeIsOnThePage(Mistake mistake) throws IOException {
        assertThat(Files.readString(PAGE)).contains(mistake.row());
    }
}
