package dev.assent.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The patches of {@code proof/planted} fit the code, and what must find each of them is there. */
@Fast
class PlantedPatchesTest {
    private static final Pattern HEAD =
            Pattern.compile("bug: .{20,}\nfound by: (\\S+) (\\S+)\n\ndiff --git ", Pattern.DOTALL);

    static Stream<Path> patches() throws Exception {
        return Files.list(Checkout.path("proof/planted"))
                .filter(each -> each.toString().endsWith(".patch"))
                .sorted();
    }

    @ParameterizedTest
    @MethodSource("patches")
    void fitsAndHasAFinder(Path patch) throws Exception {
        Matcher head = HEAD.matcher(Files.readString(patch));
        assertThat(head.lookingAt()).as("its head says the bug and its finder").isTrue();
        if (!head.group(2).equals("worlds")) {
            String simple = head.group(2).replaceAll("#.*", "");
            try (Stream<Path> files = Files.walk(Checkout.path(head.group(1) + "/src/test/java"))) {
                assertThat(files).as("its finder").anyMatch(each -> each.endsWith(simple + ".java"));
            }
        }

        Process git = new ProcessBuilder("git", "apply", "--check", patch.toString())
                .directory(Checkout.path("").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(git.waitFor()).as(said).isZero();
    }
}
