package dev.assent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@Fast
class FreePortIT {
    private static final int FORKS = 50;

    @Test
    void itIsBelowThePortsOfOutgoingConnections() throws Exception {
        assertThat(FreePort.find()).isBetween(20_000, 32_000);
    }

    @Test
    void aPortThatSomebodyListensOnIsNotFree() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePort.isSoonFree(listener.getLocalPort())).isFalse();
        }
    }

    /** A forked process has copies of this one's sockets until it runs its own program. */
    @Test
    void aFoundPortIsFreeAlsoWhileAnotherThreadForksProcesses() throws Exception {
        CompletableFuture<Void> forks = CompletableFuture.runAsync(FreePortIT::fork);
        while (!forks.isDone()) {
            assertThat(FreePort.isSoonFree(FreePort.find())).isTrue();
        }
        forks.join();
    }

    private static void fork() {
        try {
            for (int i = 0; i < FORKS; i++) {
                String java =
                        Path.of(System.getProperty("java.home"), "bin", "java").toString();
                new ProcessBuilder(java, "--no-such-option")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
            }
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
