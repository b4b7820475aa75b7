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

class SigningSecretTest {
    private static final byte[] SOMETHING = {1, 2, 3};

    @Test
    void itSignsTheSameForTheSame() {
        SigningSecret secret = SigningSecret.ofThisLife();
        assertThat(secret.sign(SOMETHING))
                .hasSize(32)
                .isEqualTo(secret.sign(SOMETHING))
                .isNotEqualTo(secret.sign(new byte[] {1, 2}))
                .isNotEqualTo(SigningSecret.ofThisLife().sign(SOMETHING));
    }

    @Test
    void aFileIsMadeForItsOwnerAndFoundAgain(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("key");
        byte[] signature = SigningSecret.ofFile(file).sign(SOMETHING);
        assertThat(SigningSecret.ofFile(file).sign(SOMETHING)).isEqualTo(signature);
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
            assertThatThrownBy(() -> SigningSecret.ofFile(file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(bytes + " bytes");
        }
        assertThatThrownBy(() -> SigningSecret.ofFile(folder.resolve("none").resolve("key")))
                .isInstanceOf(IOException.class);
    }
}
