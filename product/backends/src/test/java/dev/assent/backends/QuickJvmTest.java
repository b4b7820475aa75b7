package dev.assent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Fast
class QuickJvmTest {
    private static final String FROM_AN_ARCHIVE = Greeting.class.getName() + " source: shared objects file";

    @TempDir
    Path folder;

    /** The program that the test starts. */
    static final class Greeting {
        private Greeting() {}

        public static void main(String[] arguments) {
            System.out.println("hello " + arguments[0]);
            Runtime.getRuntime().halt(0); // as servers and victims end
        }
    }

    @Test
    void theSecondProcessReadsTheArchiveThatTheFirstHasWritten() throws Exception {
        QuickJvm jvm = QuickJvm.sharingClasses(folder.resolve("classes"));

        assertThat(said(jvm)).contains("hello you").doesNotContain(FROM_AN_ARCHIVE);
        jvm.endedInOrder();

        assertThat(said(jvm)).contains("hello you").contains(FROM_AN_ARCHIVE);
    }

    @Test
    void whereNoneWasWrittenNoneIsRead() throws Exception {
        QuickJvm jvm = QuickJvm.sharingClasses(folder.resolve("classes"));

        jvm.endedInOrder();

        assertThat(jvm.command(Greeting.class, List.of(), List.of()))
                .noneMatch(each -> each.startsWith("-XX:SharedArchiveFile"));
    }

    @Test
    void aPlainOneWritesNothing() throws Exception {
        assertThat(said(QuickJvm.plain())).contains("hello you").doesNotContain(FROM_AN_ARCHIVE);
        assertThat(folder).isEmptyDirectory();
    }

    private static String said(QuickJvm jvm) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        jvm.command(Greeting.class, List.of("-Xlog:class+load:stdout"), List.of("you")))
                .start();
        String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return all;
    }
}
