package dev.assent.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

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
    private static final Path ROOT = Path.of("..");
    private static final int LINES_MAX = 400;
    private static final int FILES_MIN = 1_000;

    @Test
    void mainCode_hasNoFileOverTheLimit() throws IOException {
        try (Stream<Path> all = Files.find(ROOT, 20, (path, kind) -> isOfMain(ROOT.relativize(path)))) {
            List<Path> files = all.toList();
            assertThat(files).hasSizeGreaterThan(FILES_MIN);
            assertThat(files.stream().filter(each -> lines(each) > LINES_MAX)).isEmpty();
        }
    }

    /** A module is at most two folders deep; what a build copies below its target does not count. */
    private static boolean isOfMain(Path source) {
        String path = source.toString().replace('\\', '/');
        return path.matches("[a-z-]+(/[a-z-]+)?/src/main/java/.*\\.java");
    }

    private static long lines(Path source) {
        try (Stream<String> lines = Files.lines(source)) {
            return lines.count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
