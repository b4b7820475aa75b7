package dev.assent.lab.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.backends.FreePort;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The relay that stands for a WAN, between a client and a server of this test. */
@Fast
class RelayIT {
    private static final Duration DELAY = Duration.ofMillis(40);
    private static final String SERVER = "127.0.0.1";
    private static final String RELAY = "127.0.0.2";
    private static final int MUCH = 3_000_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ServerSocket listening;
    private Relay relay;

    @BeforeEach
    void open() throws IOException {
        int port = FreePort.find();
        listening = new ServerSocket(port, 1, InetAddress.getByName(SERVER));
        relay = Relay.open(RELAY, port, SERVER, DELAY);
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        listening.close();
        threads.shutdownNow();
    }

    private Socket client() throws IOException {
        return new Socket(RELAY, listening.getLocalPort());
    }

    @Test
    void anAnswerTakesBothDirectionsDelaysAtLeast() throws Exception {
        try (Socket client = client();
                Socket server = listening.accept()) {
            Future<?> echo = threads.submit(() -> {
                server.getOutputStream().write(server.getInputStream().read());
                return null;
            });
            long began = System.nanoTime();
            client.getOutputStream().write(7);

            assertThat(client.getInputStream().read()).isEqualTo(7);
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(2 * DELAY.toNanos());
            echo.get();
        }
    }

    @Test
    void muchArrivesWholeAndInOrderAndSoDoesItsEnd() throws Exception {
        byte[] sent = new byte[MUCH];
        new SplittableRandom(1).nextBytes(sent);
        try (Socket client = client();
                Socket server = listening.accept()) {
            Future<?> sender = threads.submit(() -> {
                OutputStream out = client.getOutputStream();
                out.write(sent);
                client.shutdownOutput();
                return null;
            });

            assertThat(server.getInputStream().readAllBytes()).isEqualTo(sent);
            sender.get();
            server.getOutputStream().write(1);
            server.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes()).containsExactly(1);
        }
    }

    @Test
    void aClientWhoseServerIsNotThereIsTold() throws Exception {
        listening.close();
        try (Socket client = client()) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }
}
