package dev.assent.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which JDK is in a folder, by the word of its own program. */
@Fast
class JdkVersionIT {
    @TempDir
    Path folder;

    @Test
    void thisOneIsWhatItSaysItIs() throws Exception {
        assertThat(JdkVersion.of(Path.of(System.getProperty("java.home"))))
                .isEqualTo(System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    }

    @Test
    void anotherOneIsAskedAndNotThisOne() throws Exception {
        java("echo '    java.vm.name = Some VM'; echo '    java.runtime.version = 99+1' >&2");

        assertThat(JdkVersion.of(folder)).isEqualTo("Some VM 99+1");
    }

    @Test
    void whatSaysNothingIsNone() throws Exception {
        java("exit 0");

        assertThatThrownBy(() -> JdkVersion.of(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--jdk");
    }

    private void java(String commands) throws IOException {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(program, "#!/bin/sh\n" + commands + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }
}
