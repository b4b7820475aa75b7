package dev.assent.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * JUnit calls no method that overrides one of a test's life cycle unless it has the annotation itself (JUnit 5 user
 * guide, "Test Execution Lifecycle"): resources that it should close stay open, without a message.
 */
@Fast
class OverrideArchitectureTest {
    private static final String ANNOTATIONS = "((?:^ +@[^\n]*\n)*)";
    private static final String MODIFIERS = "^ +(?:(?:public|protected|final|abstract) )*";
    private static final Pattern METHOD =
            Pattern.compile(ANNOTATIONS + MODIFIERS + "void (\\w+)\\(", Pattern.MULTILINE);
    private static final Pattern CALLED_BY_JUNIT = Pattern.compile(
            "@(?:BeforeAll|BeforeEach|AfterAll|AfterEach|Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");

    private final Sources sources = Sources.read();

    private record Method(String name, List<String> annotations) {}

    private Stream<Method> methods(String file) {
        return METHOD.matcher(sources.text(file))
                .results()
                .map(found -> new Method(
                        found.group(2),
                        CALLED_BY_JUNIT
                                .matcher(found.group(1))
                                .results()
                                .map(each -> each.group())
                                .toList()));
    }

    private Stream<String> ancestors(String file) {
        return sources.parents(file).flatMap(parent -> Stream.concat(Stream.of(parent), ancestors(parent)));
    }

    /** The methods of a file that JUnit no longer calls, because they override one that it calls. */
    private Stream<String> uncalled(String file) {
        return methods(file)
                .filter(method -> ancestors(file)
                        .flatMap(this::methods)
                        .filter(inherited -> inherited.name().equals(method.name()))
                        .anyMatch(inherited -> !method.annotations().containsAll(inherited.annotations())))
                .map(method -> file + ", " + method.name());
    }

    @Test
    void whatOverridesAMethodThatJUnitCalls_isAnnotatedLikeIt() {
        assertThat(sources.files()
                        .filter(file -> sources.parents(file).findAny().isPresent()))
                .isNotEmpty();

        assertThat(sources.files().sorted().flatMap(this::uncalled)).isEmpty();
    }
}
