package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.harness.Fast;
import dev.assent.harness.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether errors go to a terminal, and how wide that is, in processes of their own. */
@Fast
class TerminalIT {
    private static final List<String> JAVA = TestJvm.command(Found.class);

    /** A process that prints the terminal that it finds. */
    static final class Found {
        private Found() {}

        public static void main(String[] arguments) {
            System.out.println("columns=" + Terminal.find().columns());
        }
    }

    private static String said(ProcessBuilder builder) throws Exception {
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void onATerminalItsWidthIsKnownWhateverTheInputIs() throws Exception {
        Path program = Path.of("/usr/bin/script");
        assumeTrue(Files.isExecutable(program), "there is no program script");
        String command = "stty cols 77; '" + String.join("' '", JAVA) + "' </dev/null";

        assertThat(said(new ProcessBuilder(program.toString(), "-qec", command, "/dev/null")))
                .contains("columns=77");
    }

    @Test
    void elsewhereThereIsNone() throws Exception {
        assertThat(said(new ProcessBuilder(JAVA))).contains("columns=0");
    }

    @Test
    void aProcessThatWasToldOfOneTakesItsWord() throws Exception {
        ProcessBuilder told = new ProcessBuilder(JAVA);
        told.environment().putAll(new Terminal(120).environment());

        assertThat(said(told)).contains("columns=120");
        assertThat(Arrays.asList(new Terminal(10).cut("0123456789"), new Terminal(11).cut("0123456789")))
                .containsExactly("012345678", "0123456789");
    }
}
