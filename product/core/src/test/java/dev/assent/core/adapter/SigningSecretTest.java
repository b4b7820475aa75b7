package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Fast
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

    @Test
    void allWhoStartAtOnceHaveTheSame(@TempDir Path folder) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 20; round++) {
                Path file = folder.resolve("key" + round);
                Callable<ByteBuffer> start =
                        () -> ByteBuffer.wrap(SigningSecret.ofFile(file).sign(SOMETHING));
                Set<ByteBuffer> signatures = new HashSet<>();
                for (Future<ByteBuffer> each : threads.invokeAll(Collections.nCopies(4, start))) {
                    signatures.add(each.get());
                }
                assertThat(signatures).hasSize(1);
            }
        } finally {
            threads.shutdown();
        }
    }

    /** A file that is not a key was not made by Assent: no half-made key ever has that name. */
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
