package dev.assent.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the sources of all modules say of the tiers of test classes. */
@Fast
class TierArchitectureTest {
    private static final Path CHECKOUT = Path.of("..");
    private static final Pattern TEST_CLASS = Pattern.compile(".*(Test|IT|Simulation)\\.java");
    private static final Pattern TIER = Pattern.compile("^@(Fast|Sampled|Full)\\b", Pattern.MULTILINE);
    private static final Pattern ABSTRACT = Pattern.compile("^(public )?abstract class ", Pattern.MULTILINE);
    private static final Pattern PARENT =
            Pattern.compile("^(?:public )?(?:final |abstract )*class \\w+ extends (\\w+)", Pattern.MULTILINE);
    private static final Pattern ASKS = Pattern.compile("\\bSample\\.of\\(|\\bRun\\.isWhole\\(");

    private final Map<String, String> sources = read();

    private static Map<String, String> read() {
        try (Stream<Path> files = Files.walk(CHECKOUT)) {
            return files.filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> each.toString().contains("/src/"))
                    .filter(each -> !each.toString().contains("/target/"))
                    .filter(each -> !each.startsWith(CHECKOUT.resolve("harness")))
                    .collect(Collectors.toMap(Path::toString, TierArchitectureTest::text, (one, other) -> one));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Stream<String> testClasses() {
        return sources.keySet().stream()
                .filter(file -> file.contains("/src/test/java/")
                        && TEST_CLASS.matcher(file).matches())
                .filter(file -> !ABSTRACT.matcher(sources.get(file)).find())
                .sorted();
    }

    /** Those of a class and of the classes that it extends. */
    private List<String> tiers(String file) {
        Stream<String> own = TIER.matcher(sources.get(file)).results().map(found -> found.group(1));
        Stream<String> inherited = parents(file).map(this::tiers).flatMap(List::stream);
        return Stream.concat(own, inherited).distinct().toList();
    }

    @Test
    void everyTestClass_hasExactlyOneTier() {
        Map<String, List<String>> tiers = testClasses().collect(Collectors.toMap(Function.identity(), this::tiers));

        assertThat(tiers).hasSizeGreaterThan(300);
        assertThat(tiers).allSatisfy((file, said) -> assertThat(said).as(file).hasSize(1));
    }

    private boolean asks(String file) {
        return ASKS.matcher(sources.get(file)).find() || parents(file).anyMatch(this::asks);
    }

    private Stream<String> parents(String file) {
        return PARENT.matcher(sources.get(file))
                .results()
                .map(found -> "/" + found.group(1) + ".java")
                .flatMap(name -> sources.keySet().stream().filter(each -> each.endsWith(name)));
    }

    @Test
    void aModuleWithTestsThatTheFastTierLeavesOut_isInTheListOfCi() throws IOException {
        String ci = Files.readString(CHECKOUT.resolve(".ci").resolve("run"));

        assertThat(testClasses().filter(file -> !tiers(file).contains("Fast")).map(TierArchitectureTest::module))
                .isNotEmpty()
                .allSatisfy(module -> assertThat(ci).containsPattern("(?m)^" + module + ":\\d+$"));
    }

    /** The folder of a module, such as transports/soap. */
    private static String module(String file) {
        return file.substring("../".length(), file.indexOf("/src/"));
    }

    @Test
    void aClassThatRunsInPartInTheFastTier_isNotFast() {
        assertThat(testClasses().filter(this::asks))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(tiers(file)).as(file).doesNotContain("Fast"));
    }
}
