package dev.assent.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file of main code is one idea, and so it is not long. */
@Fast
class FileSizeTest {
    private static final int LINES_MAX = 400;
    private static final int FILES_MIN = 1_000;

    @Test
    void mainCode_hasNoFileOverTheLimit() {
        List<Path> files = Checkout.sources()
                .filter(each -> Checkout.name(each).contains("/src/main/java/"))
                .toList();

        assertThat(files).hasSizeGreaterThan(FILES_MIN);
        assertThat(files.stream().filter(each -> lines(each) > LINES_MAX)).isEmpty();
    }

    private static long lines(Path source) {
        try (Stream<String> lines = Files.lines(source)) {
            return lines.count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
