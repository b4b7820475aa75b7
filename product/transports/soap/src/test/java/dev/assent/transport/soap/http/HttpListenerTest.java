package dev.assent.transport.soap.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Receiver.Posted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A listener on a socket of this machine, and peers that keep to HTTP or don't. */
@Fast
class HttpListenerTest {
    private static final ListenerLimits LIMITS = new ListenerLimits(1_024, 1_000, 2, Waiting.MILLIS_MAX, 600, 8);
    private static final String TYPE = "Content-Type: text/xml; charset=utf-8";

    private final List<Posted> received = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Runnable> late = new LinkedBlockingQueue<>();
    private long nanos = 1;
    private volatile boolean isSlow;
    private volatile boolean isBroken;
    private HttpListener listener;

    @BeforeEach
    void open() {
        listener = new HttpListener(new HttpListener.Place("127.0.0.1", 0, null), LIMITS, this::receive);
        listener.open();
    }

    @AfterEach
    void close() {
        listener.close();
    }

    /** Says what has come, or that it was taken when there is nothing. */
    private void receive(Posted posted, Consumer<Answer> answer) {
        received.add(posted);
        if (isBroken) {
            throw new IllegalStateException("a bug of the receiver's");
        }
        byte[] bytes = posted.entity().bytes();
        Answer made = bytes.length == 0 ? Answer.ACCEPTED : new Answer(200, new Entity("text/xml", bytes));
        if (isSlow) {
            late.add(() -> answer.accept(made));
        } else {
            answer.accept(made);
        }
    }

    private RawConnection connect() throws IOException {
        return RawConnection.to(listener.port());
    }

    private static String[] post(String body, String... headers) {
        return new String[] {"POST /service?x=1 HTTP/1.1", "Host: x", TYPE, String.join("\r\n", headers), "", body};
    }

    private static String[] post(String body) {
        return post(body, "Content-Length: " + body.length());
    }

    @Test
    void oneConnectionCarriesManyRequests() throws IOException {
        try (RawConnection connection = connect()) {
            for (String each : List.of("<a/>", "<b/>", "<c/>")) {
                assertThat(connection.send(post(each)).message())
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .contains("Content-Type: text/xml\r\n")
                        .endsWith("\r\n\r\n" + each);
            }
        }
        assertThat(received).hasSize(3);
        assertThat(received.get(0).path()).isEqualTo("/service");
        assertThat(received.get(0).from()).startsWith("127.0.0.1:");
        assertThat(received.get(0).entity())
                .isEqualTo(new Entity("text/xml; charset=utf-8", "<a/>".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whoLeavesSaysThatTheConnectionIsOfNoMoreUse() throws IOException {
        try (RawConnection connection = connect()) {
            assertThat(connection.send(post("<a/>")).message()).doesNotContain("Connection: close");
            listener.leave();
            assertThat(connection.send(post("<b/>")).message())
                    .contains("Connection: close\r\n")
                    .endsWith("<b/>");
            assertThat(connection.isClosedByOther()).isTrue();
        }
    }

    @Test
    void whatNobodyAnswersIsAcceptedWithoutABody() throws IOException {
        try (RawConnection connection = connect()) {
            assertThat(connection.send(post("")).message())
                    .startsWith("HTTP/1.1 202 Accepted\r\n")
                    .contains("Content-Length: 0\r\n")
                    .doesNotContain("Server:")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void aBodyMayComeInChunks() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(
                    post("2\r\n<a\r\n2\r\n/>\r\n0\r\n\r\n", "Transfer-Encoding: chunked", "SOAPAction: \"urn:a\""));
            assertThat(connection.message()).endsWith("\r\n\r\n<a/>");
        }
        assertThat(received.get(0).header("soapaction")).isEqualTo(Optional.of("\"urn:a\""));
    }

    @Test
    void theOldVersionOfHttpIsSpoken() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send("POST /service HTTP/1.0", TYPE, "Content-Length: 4", "", "<a/>");
            assertThat(connection.message())
                    .startsWith("HTTP/1.")
                    .contains(" 200 OK\r\n")
                    .endsWith("<a/>");
            assertThat(connection.isClosedByOther()).isTrue();
        }
    }

    @Test
    void otherMethodsAreNotAllowed() throws IOException {
        try (RawConnection connection = connect()) {
            assertThat(connection
                            .send("PUT /service HTTP/1.1", "Host: x", "", "")
                            .message())
                    .startsWith("HTTP/1.1 405 ")
                    .contains("Allow: POST, GET\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type: application/json", "Content-Type: ;", "X: y"})
    void otherTypesAreNotSupported(String type) throws IOException {
        try (RawConnection connection = connect()) {
            connection.send("POST / HTTP/1.1", "Host: x", type, "Content-Length: 2", "", "{}");
            assertThat(connection.message()).startsWith("HTTP/1.1 415 ");
        }
    }

    @Test
    void aBodyThatIsCompressedOtherwiseIsNotExpanded() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(post("xxxx", "Content-Encoding: br", "Content-Length: 4"));
            assertThat(connection.message()).startsWith("HTTP/1.1 415 ");
        }
        assertThat(received).isEmpty();
    }

    @Test
    void asMuchAsIsAllowedIsTakenAndNotMore() throws IOException {
        String most = "x".repeat(LIMITS.bodyBytesMax());
        try (RawConnection connection = connect()) {
            assertThat(connection.send(post(most)).message()).endsWith("\r\n\r\n" + most);
            assertThat(connection.send(post(most + "x")).message()).startsWith("HTTP/1.1 413 ");
            assertThat(connection.isClosedByOther()).isTrue();
        }
        try (RawConnection connection = connect()) {
            String chunk = "3e8\r\n" + most + "\r\n";
            connection.send(post(chunk + "0\r\n\r\n", "Transfer-Encoding: chunked"));
            assertThat(connection.message()).endsWith("\r\n\r\n" + most);
            connection.send(post(chunk + "1\r\nx\r\n0\r\n\r\n", "Transfer-Encoding: chunked"));
            assertThat(connection.message()).startsWith("HTTP/1.1 413 ");
        }
        assertThat(received).hasSize(2);
    }

    @Test
    void headersThatAreTooLargeAreRefused() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(post("<a/>", "Content-Length: 4", "X: " + "y".repeat(LIMITS.headerBytesMax())));
            assertThat(connection.head()).startsWith("HTTP/1.1 431 ");
            assertThat(connection.isClosedByOther()).isTrue();
        }
        assertThat(received).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "POST / HTTP/9.9", "POST\0/ HTTP/1.1", "POST / HTTP/1.1\r\nContent-Length: -1"})
    void whatIsNoHttpIsRefused(String line) throws IOException {
        try (RawConnection connection = connect()) {
            assertThat(connection.send(line, "Host: x", "", "").head()).containsPattern("^HTTP/1\\.[01] (400|505) ");
            assertThat(connection.isClosedByOther()).isTrue();
        }
        assertThat(received).isEmpty();
    }

    @Test
    void twoLengthsOfOneBodyAreRefused() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(post("0\r\n\r\n", "Transfer-Encoding: chunked", "Content-Length: 5"));
            assertThat(connection.head()).startsWith("HTTP/1.1 400 ");
        }
        assertThat(received).isEmpty();
    }

    // ---- slow ones

    /** The looks at connections see that what has come is whole. */
    private void awaitWhole() {
        Awaitility.await().until(() -> {
            listener.tick(nanos);
            return !listener.isReceiving();
        });
    }

    /** Time passes for the listener, by its looks at connections. */
    private void pass(long millis) {
        listener.tick(nanos);
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        listener.tick(nanos);
    }

    /** Sends a byte now and then until the other side closes. */
    private void awaitClosedWhileDripping(RawConnection connection) {
        Awaitility.await().until(() -> {
            try {
                connection.send("y");
                pass(LIMITS.receiveMillisMax() / 10);
                return connection.patience(1).isClosedByOther();
            } catch (IOException closed) {
                return true;
            }
        });
    }

    @Test
    void whoseHeadersNeverEndIsClosed() throws Exception {
        try (RawConnection connection = connect()) {
            connection.send("POST / HTTP/1.1", "X-Slow: ");
            awaitClosedWhileDripping(connection);
        }
    }

    @Test
    void whoseBodyNeverEndsIsClosed() throws Exception {
        try (RawConnection connection = connect()) {
            assertThat(connection.send(post("<a/>")).message()).endsWith("<a/>"); // a good one first
            connection.send(post("<", "Content-Length: 999"));
            awaitClosedWhileDripping(connection);
        }
        assertThat(received).hasSize(1);
    }

    @Test
    void whoWaitsForASlowAnswerGetsIt() throws Exception {
        isSlow = true;
        try (RawConnection connection = connect()) {
            for (String each : List.of("<a/>", "<b/>")) {
                connection.send(post(each));
                Runnable answer = late.take();
                awaitWhole();
                pass(2 * LIMITS.receiveMillisMax());
                answer.run();
                assertThat(connection.message()).endsWith(each);
            }
        }
    }

    @Test
    void whoMeetsABugIsTold() throws IOException {
        isBroken = true;
        try (RawConnection connection = connect()) {
            assertThat(connection.send(post("<a/>")).message()).startsWith("HTTP/1.1 500 ");
        }
    }

    @Test
    void whoHasAskedForSomethingKeepsItsConnection() throws IOException {
        try (RawConnection connection = connect()) {
            String[] get = {"GET /service?wsdl HTTP/1.1", "Host: x", "", ""};
            assertThat(connection.send(get).message()).startsWith("HTTP/1.1 404 ");
            awaitWhole();
            pass(3 * LIMITS.receiveMillisMax());
            assertThat(connection.send(get).message()).startsWith("HTTP/1.1 404 ");
        }
    }

    // ---- many

    @Test
    void whoComesWhenAllConnectionsAreTakenWaits() throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        RawConnection first = connect();
        RawConnection second = connect();
        first.send(post("<a/>")).message();
        second.send(post("<b/>")).message();
        try (RawConnection third = connect()) {
            third.send(post("<c/>"));
            Thread reading = new Thread(() -> {
                try {
                    answers.add(third.message());
                } catch (IOException failed) {
                    answers.add(failed.toString());
                }
            });
            reading.start();
            assertThat(answers.poll(500, TimeUnit.MILLISECONDS)).isNull();
            first.close();
            assertThat(answers.take()).endsWith("<c/>");
            reading.join();
        } finally {
            second.close();
        }
    }

    @Test
    void aPlaceThatIsTakenIsNamed() {
        HttpListener other =
                new HttpListener(new HttpListener.Place("127.0.0.1", listener.port(), null), LIMITS, this::receive);
        assertThatThrownBy(other::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-8611")
                .hasMessageContaining("127.0.0.1:" + listener.port());
    }
}
