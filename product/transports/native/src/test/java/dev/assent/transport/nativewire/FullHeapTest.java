package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Full;
import dev.assent.harness.TestJvm;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.RemoteSetting;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A node whose heap was full for a while takes connections and ends transactions afterwards as before. */
@Full
class FullHeapTest {
    /** How many calls come while the heap is full; each waits for a second. */
    private static final int CALLS = 10;

    /** How many connections come before each of them. */
    private static final int CONNECTIONS_FOR_A_CALL = 20;

    private static Process start() throws IOException {
        return new ProcessBuilder(TestJvm.command(List.of("-Xmx32m"), FullHeapNode.class))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Notices may come before. */
    private static void awaitLine(BufferedReader output, String line) throws IOException {
        String next = output.readLine();
        while (next != null && !next.equals(line)) {
            next = output.readLine();
        }
        assertThat(next).isEqualTo(line);
    }

    private static void say(Process to) throws IOException {
        to.outputWriter().write("!");
        to.outputWriter().flush();
    }

    /** Each by a node and a connection of its own. */
    private static int call(String address, int callMillis) {
        try (ConnectedNode caller = ConnectedNode.open(
                AssentConfig.defaults().with(Setting.LOG, "memory"),
                RemoteConfig.defaults().with(RemoteSetting.CALL_TIMEOUT_MILLIS, callMillis))) {
            caller.add(NativeTransport.of(caller, NativeConfig.defaults().with(NativeSetting.LISTEN, "")));
            return caller.connect(address + "/office", AttackedServer.Office.class)
                    .ping(1);
        }
    }

    /** Sends bytes that are not a hello and must be refused, and leaves. */
    private static void connect(String address) throws IOException {
        URI place = URI.create(address);
        try (Socket socket = new Socket(place.getHost(), place.getPort())) {
            socket.getOutputStream().write(new byte[64]);
        } catch (SocketException refused) {
            // it may be
        }
    }

    private static boolean isAnswered(String address) {
        try {
            return call(address, 1_000) == 2;
        } catch (RemoteFailureException unanswered) {
            return false;
        }
    }

    @Test
    void node_itsHeapWasFull_takesConnectionsAndTimesOut() throws Exception {
        Process node = start();
        try (BufferedReader output = node.inputReader()) {
            String address = output.readLine();
            assertThat(call(address, Waiting.MILLIS_MAX)).isEqualTo(2);
            say(node);
            awaitLine(output, "full");
            for (int i = 0; i < CALLS; i++) {
                for (int j = 0; j < CONNECTIONS_FOR_A_CALL; j++) {
                    connect(address);
                }
                isAnswered(address);
            }
            say(node);
            awaitLine(output, "free");
            awaitLine(output, "over");
            Awaitility.await().atMost(Waiting.MILLIS_MAX, TimeUnit.MILLISECONDS).until(() -> isAnswered(address));
        } finally {
            node.destroyForcibly().waitFor();
        }
    }
}
