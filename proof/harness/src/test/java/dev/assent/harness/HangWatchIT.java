package dev.assent.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

@Fast
class HangWatchIT {
    @Test
    void aTestHangs_theJvmEndsWithItsNameAndWhatAllThreadsDo() throws Exception {
        Process jvm = new ProcessBuilder(TestJvm.command(List.of("-Dassent.hang.seconds=5"), Tests.class))
                .redirectErrorStream(true)
                .start();
        String said = new String(jvm.getInputStream().readAllBytes(), UTF_8);

        assertThat(jvm.waitFor()).as(said).isEqualTo(HangWatch.STATUS);
        assertThat(said)
                .contains("a test hangs", Hanging.class.getName() + ".hangs hangs()")
                .contains(Hanging.class.getName() + ".fails fails(): java.lang.AssertionError: why it hangs")
                .contains("at " + Hanging.class.getName() + ".hangs(HangWatchIT.java:")
                .contains("at " + Tests.class.getName() + ".child(HangWatchIT.java:")
                .doesNotContain("ends()");
        Matcher child = Pattern.compile("child (\\d+)").matcher(said);
        assertThat(child.find()).as(said).isTrue();
        assertThat(ProcessHandle.of(Long.parseLong(child.group(1))).filter(ProcessHandle::isAlive))
                .as("its child, which would keep the output open")
                .isEmpty();
    }

    /** One test ends, one fails, and one hangs. */
    @Full
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Hanging {
        @Test
        void ends() {}

        @Test
        void fails() {
            throw new AssertionError("why it hangs");
        }

        @Test
        void hangs() throws Exception {
            Process child = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Tests.class.getName(),
                            "child")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            System.out.println("child " + child.pid());
            while (child.getInputStream().available() == 0) {
                HangWatch.progress();
                TimeUnit.MILLISECONDS.sleep(10);
            }
            child.waitFor();
        }
    }

    /** A JVM that runs the two tests, and one that such a test waits for. */
    static final class Tests {
        private Tests() {}

        /** Without an argument, the tests. */
        public static void main(String[] arguments) throws Exception {
            if (arguments.length > 0) {
                child();
                return;
            }
            LauncherFactory.create()
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(Hanging.class))
                            .build());
        }

        private static void child() throws Exception {
            System.out.println("here");
            TimeUnit.SECONDS.sleep(60); // ends by itself, whatever becomes of who has started it
        }
    }
}
