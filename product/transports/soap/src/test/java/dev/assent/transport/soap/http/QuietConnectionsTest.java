package dev.assent.transport.soap.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of a connection's other side, checked before use. */
@Fast
class QuietConnectionsTest {
    private ServerSocket server;
    private SocketChannel channel;
    private Socket other;
    private SocketChannelEndPoint connection;

    @BeforeEach
    void open() throws Exception {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        channel = SocketChannel.open(server.getLocalSocketAddress());
        channel.configureBlocking(false);
        other = server.accept();
        connection = new SocketChannelEndPoint(channel, null, null, new ScheduledExecutorScheduler());
    }

    @AfterEach
    void close() throws Exception {
        other.close();
        channel.close();
        server.close();
    }

    private void becomesQuiet() {
        Awaitility.await().until(() -> connection.getIdleFor() > 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoSaysNothingIsThere(boolean isUsed) {
        becomesQuiet();
        assertThat(QuietConnections.isThere(connection, isUsed)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoHasClosedIsNot(boolean isUsed) throws Exception {
        other.close();
        becomesQuiet();
        assertThat(QuietConnections.isThere(connection, isUsed)).isFalse();
    }

    @Test
    void whoHasBrokenItIsNot() throws Exception {
        channel.write(ByteBuffer.allocate(1));
        other.setSoLinger(true, 0);
        other.close();
        becomesQuiet();
        assertThat(QuietConnections.isThere(connection, true)).isFalse();
    }

    @Test
    void whoSaysSomethingUnaskedIsGoingToLeave() throws Exception {
        other.getOutputStream().write(1);
        becomesQuiet();
        assertThat(QuietConnections.isThere(connection, true)).isFalse();
    }

    @Test
    void oneThatIsClosedHereIsOfNoUse() throws Exception {
        becomesQuiet();
        channel.close();
        assertThat(QuietConnections.isThere(connection, true)).isFalse();
    }
}
