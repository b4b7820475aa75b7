package dev.assent.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ways that docs/architecture.md shows go by classes and methods of the sources. */
@Fast
class ArchitecturePageTest {
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*(?:\\.\\w+)?)`");

    /** Types of others that the page names. */
    private static final List<String> OF_OTHERS = List.of("XAResource");

    static Stream<String> names() throws IOException {
        String page = Files.readString(Checkout.path("docs/architecture.md"));
        String ways = page.substring(page.indexOf("## The way of a commit"), page.indexOf("## The three folders"));
        return NAME.matcher(ways)
                .results()
                .map(each -> each.group(1))
                .filter(each -> !OF_OTHERS.contains(each.replaceFirst("\\..*", "")));
    }

    @ParameterizedTest
    @MethodSource("names")
    void eachNameIsThatOfAClassAndItsMethodOrNestedType(String name) throws IOException {
        String[] parts = name.split("\\.", 2);
        Predicate<String> hasMember = parts.length == 1
                ? text -> true
                : Pattern.compile("\\b" + parts[1] + "\\(|\\b(?:record|class|enum|interface) " + parts[1] + "\\b")
                        .asPredicate();
        try (Stream<Path> all = Stream.concat(sources("product/core"), sources("product/remote"))) {
            List<Path> found =
                    all.filter(each -> each.endsWith(parts[0] + ".java")).toList();
            assertThat(found).anyMatch(each -> hasMember.test(read(each)));
        }
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Stream<Path> sources(String module) throws IOException {
        return Files.walk(Checkout.path(module + "/src/main/java"));
    }

    @Test
    void theWaysNameManyClasses() throws IOException {
        assertThat(names()).hasSizeGreaterThan(60);
    }
}
