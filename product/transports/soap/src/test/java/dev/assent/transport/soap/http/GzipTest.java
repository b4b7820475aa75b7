package dev.assent.transport.soap.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Receiver.Posted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies that are compressed, both ways, and those that are none, or far too large. */
@Fast
class GzipTest {
    private static final int BYTES_MAX = 20_000;
    private static final ListenerLimits LISTENER = new ListenerLimits(1_024, BYTES_MAX, 10, 10_000, 10_000, 8);
    private static final Entity LONG = entity(10_000);

    private final List<Posted> received = new CopyOnWriteArrayList<>();
    private final HttpListener listener =
            new HttpListener(new HttpListener.Place("127.0.0.1", 0, null), LISTENER, this::receive);

    private static Entity entity(int chars) {
        return new Entity("text/xml", "x".repeat(chars).getBytes(StandardCharsets.UTF_8));
    }

    @BeforeEach
    void open() {
        listener.open();
    }

    @AfterEach
    void close() {
        listener.close();
    }

    private void receive(Posted posted, Consumer<Answer> answer) {
        received.add(posted);
        answer.accept(new Answer(200, posted.entity()));
    }

    private static Reply post(boolean isPacking, int port, Entity entity) throws Exception {
        CallerLimits limits = new CallerLimits(1_024, BYTES_MAX, 2, 4, Waiting.MILLIS_MAX, 10_000, false, isPacking);
        try (HttpCaller caller = new HttpCaller(limits, null, any -> true)) {
            caller.open();
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            HttpUrl to = HttpUrl.of("http://127.0.0.1:" + port + "/");
            caller.post(
                    new HttpCaller.Outgoing(to, entity, Map.of(), true), HttpCaller.Progress.UNSEEN, reply::complete);
            return reply.get();
        }
    }

    private Reply.Answered posted(boolean isPacking, Entity entity) throws Exception {
        Reply.Answered answered = (Reply.Answered) post(isPacking, listener.port(), entity);
        assertThat(answered.status()).isEqualTo(200);
        assertThat(answered.entity()).isEqualTo(entity);
        assertThat(received)
                .singleElement()
                .satisfies(each -> assertThat(each.entity()).isEqualTo(entity));
        return answered;
    }

    @Test
    void whatIsLongTravelsCompressedBothWays() throws Exception {
        Reply.Answered answered = posted(true, LONG);
        assertThat(received.get(0).bytes()).isLessThan(1_000);
        assertThat(answered.bytes()).isLessThan(1_000);
    }

    @Test
    void whoDoesNotAskForItHasItPlain() throws Exception {
        Reply.Answered answered = posted(false, LONG);
        assertThat(received.get(0).bytes()).isGreaterThan(10_000);
        assertThat(answered.bytes()).isGreaterThan(10_000);
    }

    @Test
    void whatIsShortIsNotWorthIt() throws Exception {
        posted(true, entity(1_023));
        assertThat(received.get(0).bytes()).isGreaterThan(1_023);
    }

    /** Posts bytes that are said to be compressed. */
    private String answer(byte[] body) throws IOException {
        try (RawConnection connection = RawConnection.to(listener.port())) {
            connection.send(
                    "POST / HTTP/1.1",
                    "Host: a",
                    "Content-Type: text/xml",
                    "Content-Encoding: gzip",
                    "Content-Length: " + body.length,
                    "",
                    new String(body, StandardCharsets.ISO_8859_1));
            return connection.head();
        }
    }

    @Test
    void whatGrowsTooLargeIsRefused() throws Exception {
        assertThat(answer(Gzip.packed(new byte[10 << 20]))).startsWith("HTTP/1.1 413 ");
        assertThat(received).isEmpty();
        assertThat(answer(Gzip.packed(new byte[BYTES_MAX]))).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void whatIsNotCompressedThoughItSaysSoIsRefused() throws Exception {
        byte[] packed = Gzip.packed(LONG.bytes());
        byte[] damaged = packed.clone();
        damaged[packed.length - 5] ^= 1; // in its checksum
        assertThat(answer("<a/>".getBytes(StandardCharsets.UTF_8))).startsWith("HTTP/1.1 400 ");
        assertThat(answer(damaged)).startsWith("HTTP/1.1 400 ");
        assertThat(answer(java.util.Arrays.copyOf(packed, packed.length - 10))).startsWith("HTTP/1.1 400 ");
        assertThat(received).isEmpty();
    }

    @Test
    void anAnswerThatGrowsTooLargeIsNone() throws Exception {
        byte[] bomb = Gzip.packed(new byte[10 << 20]);
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> serve(server, bomb));
            serving.start();
            assertThat(post(true, server.getLocalPort(), entity(1)))
                    .isInstanceOfSatisfying(
                            Reply.Unanswered.class,
                            lost -> assertThat(lost.cause()).hasMessageContaining("ASSENT-8641"));
            serving.join();
        }
    }

    private static void serve(ServerSocket server, byte[] body) {
        try (RawConnection connection = new RawConnection(server.accept())) {
            connection.message();
            connection.send(
                    "HTTP/1.1 200 OK",
                    "Content-Type: text/xml",
                    "Content-Encoding: gzip",
                    "Content-Length: " + body.length,
                    "",
                    new String(body, StandardCharsets.ISO_8859_1));
            connection.isClosedByOther();
        } catch (IOException closed) {
            // so it ends
        }
    }
}
