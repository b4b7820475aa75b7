package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.lab.LinuxProcess;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who counts as another program on this system. */
class DisturbanceIT {
    @TempDir
    Path folder;

    /** Burns time until it is killed, or has had two seconds of it. */
    private static final String BURN = "ulimit -t 2; while :; do :; done";

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
        assertThat(starter.waitFor(60, TimeUnit.SECONDS)).isTrue();
        try {
            assertThat(Disturbance.now(folder).others().nanosByThread()).containsKey(Long.toString(other));
        } finally {
            ProcessHandle.of(other).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** On a system that shows them, as most do: the first of them starts all others. */
    @Test
    void threadsOfTheKernelAreNone() throws Exception {
        assertThat(LinuxProcess.current().isKernelThread()).isFalse();
        for (LinuxProcess each : LinuxProcess.all()) {
            if (each.isKernelThread()) {
                assertThat(Disturbance.now(folder).others().nanosByThread())
                        .doesNotContainKey(Long.toString(each.id()));
                return;
            }
        }
    }
}
