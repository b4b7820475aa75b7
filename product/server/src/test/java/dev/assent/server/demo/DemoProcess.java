package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.HangWatch;
import dev.assent.harness.TestJvm;
import dev.assent.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The demo in a process of its own, as people run it, with its temporary files in a folder of the test. Used by one thread. */
final class DemoProcess implements AutoCloseable {
    /**
     * The signal that an interrupt from the keyboard sends. A shell may start background processes with that signal
     * ignored, and all their children inherit this: then the test ends the demo by another signal.
     */
    private static final int SIGNAL = isInterruptIgnored() ? 15 : 2;

    static final int ENDED_BY_INTERRUPT = 128 + SIGNAL;

    private final Path temp;
    private final Process process;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    /** Starts the command line with these arguments. */
    DemoProcess(Path temp, String... arguments) throws IOException {
        this.temp = temp;
        List<String> command = TestJvm.command(List.of("-Djava.io.tmpdir=" + temp), Main.class, (Object[]) arguments);
        this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The lines that were read so far. */
    List<String> lines() {
        return lines;
    }

    String said() {
        return String.join("\n", lines);
    }

    void readUntil(String beginning) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            add(line);
            if (line.startsWith(beginning)) {
                return;
            }
        }
        throw new AssertionError("no line begins with '" + beginning + "':\n" + said());
    }

    private void add(String line) {
        lines.add(line);
        HangWatch.progress();
    }

    /** Reads all lines and waits for the end, which must have this status. */
    void ends(int status) throws InterruptedException {
        output.lines().forEach(this::add);
        assertThat(process.waitFor()).as(said()).isEqualTo(status);
    }

    private static boolean isInterruptIgnored() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> Long.parseUnsignedLong(
                            line.substring("SigIgn:".length()).strip(), 16))
                    .anyMatch(ignored -> (ignored & 1 << 1) != 0);
        } catch (IOException | UncheckedIOException notLinux) {
            return false;
        }
    }

    void interrupt() throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + SIGNAL, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    void assertNothingIsLeft() throws IOException {
        assertNoProcessIsLeft();
        try (Stream<Path> left = Files.walk(temp)) {
            assertThat(left).containsExactly(temp);
        }
    }

    /** Every process of the demo names its folder, which is in the test's, on its command line. */
    void assertNoProcessIsLeft() {
        Stream<String> left = ProcessHandle.allProcesses()
                .map(each -> each.info().commandLine().orElse(""))
                .filter(line -> line.contains(temp.toString()));
        assertThat(left).isEmpty();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
