package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.harness.Fast;
import dev.assent.lab.LinuxProcess;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which processes count as other programs on this system. */
@Fast
class DisturbanceIT {
    @TempDir
    Path folder;

    /** Burns time until it is killed, or has had ten minutes of it. */
    private static final String BURN = "ulimit -t 600; while :; do :; done";

    @Test
    void whatADescendantTakesIsNoDisturbance() throws Exception {
        Process ours = new ProcessBuilder("sh", "-c", BURN).start();
        try {
            Disturbance now = Disturbance.now(folder);

            assertThat(now.others().nanosByThread()).doesNotContainKey(Long.toString(ours.pid()));
            assertThat(now.others().nanosByThread())
                    .doesNotContainKey(Long.toString(ProcessHandle.current().pid()));
        } finally {
            ours.destroyForcibly();
        }
    }

    /** A shell in the background, whose parent has ended, is a child of the system's first process. */
    @Test
    void whatAnyOtherTakesIs() throws Exception {
        Process starter =
                new ProcessBuilder("sh", "-c", "cd / && (" + BURN + ") >/dev/null 2>&1 </dev/null & echo $!").start();
        long other = Long.parseLong(starter.inputReader().readLine());
        starter.waitFor();
        try {
            assertThat(Disturbance.now(folder).others().nanosByThread()).containsKey(Long.toString(other));
        } finally {
            ProcessHandle.of(other).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void threadsOfTheKernelAreNone() throws Exception {
        Optional<LinuxProcess> kernels =
                LinuxProcess.all().stream().filter(LinuxProcess::isKernelThread).findFirst();
        assumeTrue(kernels.isPresent(), "this system shows no thread of the kernel");

        assertThat(Disturbance.now(folder).others().nanosByThread())
                .doesNotContainKey(Long.toString(kernels.orElseThrow().id()));
        assertThat(LinuxProcess.current().isKernelThread()).isFalse();
    }
}
