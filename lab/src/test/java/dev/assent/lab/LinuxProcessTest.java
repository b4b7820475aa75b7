package dev.assent.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An empty folder is what other systems have in place of Linux' /proc. */
@Fast
class LinuxProcessTest {
    @TempDir
    private Path proc;

    @Test
    void areToldIn_noProc_isFalse() {
        assertThat(LinuxProcess.areToldIn(proc)).isFalse();
        assertThat(LinuxProcess.areToldIn(proc.resolve("absent"))).isFalse();
    }

    @Test
    void areToldIn_proc_isTrue() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.createFile(proc.resolve("self").resolve("status"));

        assertThat(LinuxProcess.areToldIn(proc)).isTrue();
    }

    @Test
    void ofAProcessWithoutProc_nothingIsToldButThatItIsNotThere() {
        LinuxProcess process = new LinuxProcess(proc.resolve("4711"));

        assertThat(process.worksIn(proc)).isFalse();
        assertThat(process.hasOpenIn(proc)).isFalse();
        assertThat(process.isKernelThread()).isFalse();
        assertThatThrownBy(() -> CpuTime.of(process)).isInstanceOf(NoSuchFileException.class);
    }
}
