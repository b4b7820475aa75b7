package dev.assent.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.harness.Fast;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kernel's counts for single connections. */
@Fast
class SocketCountersIT {
    private static final int REQUEST = 1_000;
    private static final int ANSWER = 3_000;

    @Test
    void theBytesOfAServersConnectionsAreThoseThatWentOverThemBothWays() throws Exception {
        assumeTrue(SocketCounters.areThere(), "there is no program ss");
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getByName(Deployment.LOOPBACK));
                Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
                Socket server = listening.accept()) {
            List<Integer> ports = List.of(listening.getLocalPort());
            Traffic before = SocketCounters.ofServers(ports);
            client.getOutputStream().write(new byte[REQUEST]);
            server.getInputStream().readNBytes(REQUEST);
            server.getOutputStream().write(new byte[ANSWER]);
            client.getInputStream().readNBytes(ANSWER);

            Traffic since = SocketCounters.ofServers(ports).without(before);
            assertThat(since.messageBytes()).isEqualTo(REQUEST + ANSWER);
            assertThat(since.packets()).isBetween(2.0, 20.0);
            assertThat(SocketCounters.ofServers(List.of(1))).isEqualTo(Traffic.NONE);
        }
    }
}
