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
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A node whose heap was full for a while takes connections and ends transactions afterwards as before. If there was no
 * memory in the middle of an end, it takes no transactions any more instead, and tells that (ASSENT-1042).
 */
@Full
class FullHeapTest {
    /** How many calls come while the heap is full; each waits for a second. */
    private static final int CALLS = 10;

    /** How many connections come before each of them. */
    private static final int CONNECTIONS_FOR_A_CALL = 20;

    private static Process start() throws IOException {
        return new ProcessBuilder(TestJvm.command(List.of("-Xmx32m"), FullHeapNode.class))
                .redirectErrorStream(true)
                .start();
    }

    /** Waits for a line with one of these, and returns it and all before it: notices may come at any time. */
    private static String await(BufferedReader output, String... parts) throws IOException {
        StringBuilder read = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            read.append(line).append('\n');
            if (Stream.of(parts).anyMatch(line::contains)) {
                return read.toString();
            }
        }
        throw new AssertionError("the node has ended: " + read);
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
            await(output, FullHeapNode.FULL_SAID);
            for (int i = 0; i < CALLS; i++) {
                for (int j = 0; j < CONNECTIONS_FOR_A_CALL; j++) {
                    connect(address);
                }
                isAnswered(address);
            }
            say(node);
            await(output, FullHeapNode.FREE_SAID);
            String end = await(output, FullHeapNode.OVER_SAID, FullHeapNode.STOPPED_SAID);
            if (end.contains(FullHeapNode.OVER_SAID)) {
                Awaitility.await()
                        .atMost(Waiting.MILLIS_MAX, TimeUnit.MILLISECONDS)
                        .until(() -> isAnswered(address));
            } else if (!end.contains("ASSENT-1042")) {
                await(output, "ASSENT-1042");
            }
        } finally {
            node.destroyForcibly().waitFor();
        }
    }
}
