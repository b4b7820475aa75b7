package dev.assent.resources.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Fast
class PlaceholderTest {
    @TempDir
    private Path folder;

    @Test
    void aValue_mayComeFromAFileOrTheEnvironment() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "s3cret\n");

        assertThat(Placeholder.resolve("key", "${file:" + secret + "}")).isEqualTo("s3cret");
        assertThat(Placeholder.resolve("key", "${env:PATH}")).isEqualTo(System.getenv("PATH"));
        assertThat(Placeholder.resolve("key", "plain $ {value}")).isEqualTo("plain $ {value}");
    }

    @Test
    void aLargeFile_isRefused() throws IOException {
        Path secret = Files.write(folder.resolve("secret"), new byte[70_000]);

        assertThatThrownBy(() -> Placeholder.resolve("key", "${file:" + secret + "}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-5176", "65536 bytes");
    }
}
