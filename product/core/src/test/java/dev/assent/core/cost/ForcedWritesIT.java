package dev.assent.core.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.harness.Fast;
import dev.assent.harness.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law 4 as the system sees it: the calls of fsync and fdatasync of a whole process, counted by strace. */
@Fast
class ForcedWritesIT {
    private static final int COMMITS = 50;

    @TempDir
    Path folder;

    @BeforeEach
    void needStrace() throws Exception {
        Path probe = folder.resolve("probe");
        int exit;
        try {
            exit = run(List.of("strace", "-o", probe.toString(), "-e", "trace=fsync", "true"));
        } catch (IOException notInstalled) {
            exit = -1;
        }
        assumeTrue(exit == 0, "strace is not installed, or must not trace here");
    }

    private static int run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    private long forcedWrites(String name, int commits, int free) throws Exception {
        Path trace = folder.resolve(name + ".trace");
        List<String> command = new ArrayList<>(List.of("strace", "-f", "-o", trace.toString()));
        command.addAll(List.of("-e", "trace=fsync,fdatasync,sync_file_range,msync"));
        command.addAll(TestJvm.command(CommitLoop.class, folder.resolve(name), commits, free));
        assertThat(run(command)).as("exit code of %s", command).isZero();
        try (Stream<String> lines = Files.lines(trace)) {
            return lines.filter(line -> line.matches(".*\\b(fsync|fdatasync|sync_file_range|msync)\\(.*"))
                    .count();
        }
    }

    @Test
    void aTwoPhaseCommitIsOneForcedWriteAndEverythingElseIsNone() throws Exception {
        long opening = forcedWrites("opening", 0, 0);
        assertThat(opening).as("the epoch is forced before use").isPositive();
        assertThat(forcedWrites("all", COMMITS, COMMITS) - opening)
                .as("%d two-phase commits, %d of each outcome that writes nothing, and the closing", COMMITS, COMMITS)
                .isEqualTo(COMMITS + 1);
    }
}
