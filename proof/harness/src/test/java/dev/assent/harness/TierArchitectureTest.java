package dev.assent.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tiers of test classes in the sources of all modules. */
@Fast
class TierArchitectureTest {
    private static final Pattern TEST_CLASS = Pattern.compile(".*(Test|IT|Simulation)\\.java");
    private static final Pattern TIER = Pattern.compile("^@(Fast|Sampled|Full)\\b", Pattern.MULTILINE);
    private static final Pattern ABSTRACT = Pattern.compile("^(public )?abstract class ", Pattern.MULTILINE);
    private static final Pattern TEST =
            Pattern.compile("^ +@(Test|ParameterizedTest|TestFactory|RepeatedTest|Property)\\b", Pattern.MULTILINE);
    private static final Pattern HEIR = Pattern.compile("\\bclass \\w+ (?:extends|implements) ([^{]+)\\{");
    private static final Pattern ASKS = Pattern.compile("\\bSample\\.of\\(|\\bRun\\.isWhole\\(");

    private final Sources sources = Sources.read();

    private Stream<String> testClasses() {
        return sources.files()
                .filter(file -> file.contains("/src/test/java/")
                        && TEST_CLASS.matcher(file).matches())
                .filter(file -> !ABSTRACT.matcher(sources.text(file)).find())
                .sorted();
    }

    /** Those of a class and of the classes that it extends. */
    private List<String> tiers(String file) {
        Stream<String> own = TIER.matcher(sources.text(file)).results().map(found -> found.group(1));
        Stream<String> inherited = sources.parents(file).map(this::tiers).flatMap(List::stream);
        return Stream.concat(own, inherited).distinct().toList();
    }

    @Test
    void everyTestClass_hasExactlyOneTier() {
        Map<String, List<String>> tiers = testClasses().collect(Collectors.toMap(Function.identity(), this::tiers));

        assertThat(tiers).hasSizeGreaterThan(300);
        assertThat(tiers).allSatisfy((file, said) -> assertThat(said).as(file).hasSize(1));
    }

    /** The build finds test classes by their names. */
    @Test
    void everyFileWithTests_isATestClassOrIsExtendedByOne() {
        List<String> withTests = sources.files()
                .filter(file -> file.contains("/src/test/java/"))
                .filter(file -> TEST.matcher(sources.text(file)).find())
                .toList();

        Set<String> heirs = sources.files()
                .filter(file -> file.contains("/src/test/java/"))
                .flatMap(file -> HEIR.matcher(sources.text(file)).results())
                .flatMap(found -> Stream.of(found.group(1).split("\\W+")))
                .collect(Collectors.toSet());

        assertThat(withTests).hasSizeGreaterThan(300);
        assertThat(withTests).allSatisfy(file -> {
            String name = file.substring(file.lastIndexOf('/') + 1, file.length() - ".java".length());
            assertThat(TEST_CLASS.matcher(file).matches() || heirs.contains(name))
                    .as(file)
                    .isTrue();
        });
    }

    private boolean asks(String file) {
        return ASKS.matcher(sources.text(file)).find() || sources.parents(file).anyMatch(this::asks);
    }

    @Test
    void aModuleWithTestsThatTheFastTierLeavesOut_isInTheListOfCi() throws IOException {
        String ci = Files.readString(Checkout.path(".ci/run"));

        assertThat(testClasses().filter(file -> !tiers(file).contains("Fast")).map(TierArchitectureTest::module))
                .isNotEmpty()
                .allSatisfy(module -> assertThat(ci).containsPattern("(?m)^" + module + ":\\d+$"));
    }

    /** The folder of a module, such as product/transports/soap. */
    private static String module(String file) {
        return file.substring(0, file.indexOf("/src/"));
    }

    @Test
    void aClassThatRunsInPartInTheFastTier_isNotFast() {
        assertThat(testClasses().filter(this::asks))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(tiers(file)).as(file).doesNotContain("Fast"));
    }
}
