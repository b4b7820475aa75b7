package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {
    private static final byte[] SOMETHING = {1, 2, 3};

    @Test
    void itSignsTheSameForTheSame() {
        Secret secret = Secret.ofThisLife();
        assertThat(secret.sign(SOMETHING))
                .hasSize(32)
                .isEqualTo(secret.sign(SOMETHING))
                .isNotEqualTo(secret.sign(new byte[] {1, 2}))
                .isNotEqualTo(Secret.ofThisLife().sign(SOMETHING));
    }

    @Test
    void aFileIsMadeForItsOwnerAndFoundAgain(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("key");
        byte[] signature = Secret.ofFile(file).sign(SOMETHING);
        assertThat(Secret.ofFile(file).sign(SOMETHING)).isEqualTo(signature);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    /** Nothing half-made is ever at its place, so what is there and is no key was put there. */
    @Test
    void aFileThatIsNoKeyIsRefused(@TempDir Path folder) throws IOException {
        for (int bytes : new int[] {0, 5, 33}) {
            Path file = Files.write(folder.resolve("key" + bytes), new byte[bytes]);
            assertThatThrownBy(() -> Secret.ofFile(file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(bytes + " bytes");
        }
        assertThatThrownBy(() -> Secret.ofFile(folder.resolve("none").resolve("key")))
                .isInstanceOf(IOException.class);
    }
}
