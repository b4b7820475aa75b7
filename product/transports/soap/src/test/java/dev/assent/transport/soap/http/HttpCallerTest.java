package dev.assent.transport.soap.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller, and others that answer it, or do something else. */
@Fast
class HttpCallerTest {
    private static final CallerLimits LIMITS =
            new CallerLimits(1_024, 1_000, 2, 4, Waiting.MILLIS_MAX, 10_000, false, false);
    private static final Entity ENTITY = new Entity("text/xml; charset=utf-8", "<a/>".getBytes(StandardCharsets.UTF_8));
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n<b/>";

    private final List<RawConnection> accepted = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private HttpCaller caller;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        caller = caller(LIMITS);
    }

    private static HttpCaller caller(CallerLimits limits) {
        HttpCaller made = new HttpCaller(limits, null, address -> address.startsWith("soap://127.0.0.1:"));
        made.open();
        return made;
    }

    @AfterEach
    void close() throws IOException {
        caller.close();
        server.close();
        for (RawConnection each : accepted) {
            each.close();
        }
    }

    /** Answers every request of every connection by a text; null to close the connection instead. */
    private void answer(String response) {
        Thread accepting = new Thread(() -> {
            while (!server.isClosed()) {
                try {
                    RawConnection connection = new RawConnection(server.accept());
                    accepted.add(connection);
                    Thread serving = new Thread(() -> serve(connection, response));
                    serving.setDaemon(true);
                    serving.start();
                } catch (IOException closed) {
                    return;
                }
            }
        });
        accepting.setDaemon(true);
        accepting.start();
    }

    private void serve(RawConnection connection, String response) {
        try {
            for (String request = connection.message(); !request.isEmpty(); request = connection.message()) {
                requests.add(request);
                if (response == null) {
                    connection.close();
                    return;
                }
                connection.send(response);
            }
        } catch (IOException closed) {
            // so it ends
        }
    }

    /** The next connection with a request; connections that idle before their request is sent are closed. */
    private RawConnection requested() throws IOException {
        while (true) {
            RawConnection connection = new RawConnection(server.accept());
            accepted.add(connection);
            if (!connection.message().isEmpty()) {
                return connection;
            }
        }
    }

    private String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/service";
    }

    private static HttpCaller.Outgoing outgoing(String url) {
        return new HttpCaller.Outgoing(HttpUrl.of(url), ENTITY, Map.of("SOAPAction", "\"urn:a\""), true);
    }

    private Reply post(HttpCaller by, String url) throws Exception {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        by.post(outgoing(url), HttpCaller.Progress.UNSEEN, reply::complete);
        return reply.get();
    }

    private Reply post() throws Exception {
        return post(caller, url());
    }

    private static void assertAnswered(Reply reply, int status, Entity entity) {
        assertThat(reply).isInstanceOfSatisfying(Reply.Answered.class, answered -> {
            assertThat(answered.status()).isEqualTo(status);
            assertThat(answered.entity()).isEqualTo(entity);
        });
    }

    @Test
    void whatPassesIsMeasuredToTheByte() throws Exception {
        answer(OK);
        CompletableFuture<Integer> sent = new CompletableFuture<>();
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        caller.post(
                outgoing(url()),
                new HttpCaller.Progress() {
                    @Override
                    public void sent(int bytes) {
                        sent.complete(bytes);
                    }
                },
                reply::complete);
        assertThat(((Reply.Answered) reply.get()).bytes()).isEqualTo(OK.length());
        assertThat(sent.get()).isEqualTo(requests.get(0).length());
    }

    private static void assertUnanswered(Reply reply, boolean mayHaveArrived) {
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Unanswered.class,
                        lost -> assertThat(lost.mayHaveArrived())
                                .as("%s", lost.cause())
                                .isEqualTo(mayHaveArrived));
    }

    @Test
    void whatIsPostedIsAnsweredOverOneConnection() throws Exception {
        answer(OK);
        for (int i = 0; i < 3; i++) {
            assertAnswered(post(), 200, new Entity("text/xml", "<b/>".getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(accepted).hasSize(1);
        assertThat(requests).hasSize(3);
        assertThat(requests.get(0))
                .startsWith("POST /service HTTP/1.1\r\n")
                .contains("SOAPAction: \"urn:a\"\r\n")
                .contains("Content-Type: text/xml; charset=utf-8\r\n")
                .doesNotContain("User-Agent")
                .doesNotContain("Accept-Encoding")
                .endsWith("\r\n\r\n<a/>");
    }

    @Test
    void anAnswerWithoutABodyIsOne() throws Exception {
        answer("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
        assertAnswered(post(), 202, new Entity("", new byte[0]));
    }

    @Test
    void anAnswerMayComeInChunks() throws Exception {
        answer(
                "HTTP/1.1 500 X\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n<b\r\n2\r\n/>\r\n0\r\n\r\n");
        assertAnswered(post(), 500, new Entity("text/xml", "<b/>".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theOldVersionOfHttpTakesAConnectionForEach() throws Exception {
        answer("HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n<b/>");
        try (HttpCaller old = caller(new CallerLimits(1_024, 1_000, 2, 4, Waiting.MILLIS_MAX, 10_000, true, false))) {
            assertThat(post(old, url())).isInstanceOf(Reply.Answered.class);
            assertThat(post(old, url())).isInstanceOf(Reply.Answered.class);
        }
        assertThat(accepted).hasSize(2);
        assertThat(requests.get(0)).startsWith("POST /service HTTP/1.0\r\n");
    }

    @Test
    void anAddressThatIsNotAllowedIsNotCalled() throws Exception {
        answer(OK);
        Reply reply = post(caller, url().replace("127.0.0.1", "localhost"));
        assertUnanswered(reply, false);
        assertThat(((Reply.Unanswered) reply).cause()).hasMessageContaining("ASSENT-8610");
        assertThat(accepted).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectionLeadsNowhere(int status) throws Exception {
        answer("HTTP/1.1 " + status + " X\r\nLocation: " + url() + "/other\r\nContent-Length: 0\r\n\r\n");
        assertAnswered(post(), status, new Entity("", new byte[0]));
        assertThat(requests).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"401, WWW", "407, Proxy"})
    void whoAsksForAPasswordGetsNone(int status, String who) throws Exception {
        answer("HTTP/1.1 " + status + " X\r\n" + who + "-Authenticate: Basic realm=a\r\nContent-Length: 0\r\n\r\n");
        assertAnswered(post(), status, new Entity("", new byte[0]));
        assertThat(requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "102", "103", "199", "100 103", "100 100", "103 100 103 100"})
    void whatIsSaidBeforeTheAnswerIsPassedOver(String statuses) throws Exception {
        answer(interim(statuses) + OK);
        for (int i = 0; i < 2; i++) {
            assertAnswered(post(), 200, new Entity("text/xml", "<b/>".getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(accepted).hasSize(1);
        assertThat(requests).hasSize(2);
    }

    private static String interim(String statuses) {
        StringBuilder interim = new StringBuilder();
        for (String status : statuses.split(" ")) {
            interim.append("HTTP/1.1 ").append(status).append(" X\r\nLink: </").append(status);
            interim.append(">\r\n\r\n");
        }
        return interim.toString();
    }

    @Test
    void anAnswerMayComeLongAfterWhatIsSaidBeforeIt() throws Exception {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        caller.post(outgoing(url()), HttpCaller.Progress.UNSEEN, reply::complete);
        try (RawConnection connection = new RawConnection(server.accept())) {
            connection.message();
            for (String status : List.of("100", "100", "103")) {
                connection.send(interim(status));
                assertThat(connection.patience(100).isClosedByOther()).isFalse();
            }
            assertThat(reply).isNotDone();
            connection.send(OK);
            assertAnswered(reply.get(), 200, new Entity("text/xml", "<b/>".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 100 X\r\n\r\n", "HTTP/1.1 100 X\r\nLink: <"})
    void whoLeavesBeforeTheAnswerHasNotAnswered(String said) throws Exception {
        List<Reply> replies = new CopyOnWriteArrayList<>();
        caller.post(outgoing(url()), HttpCaller.Progress.UNSEEN, replies::add);
        try (RawConnection connection = new RawConnection(server.accept())) {
            connection.message();
            connection.send(said);
        }
        Awaitility.await().until(() -> !replies.isEmpty());
        caller.close();
        assertThat(replies).as("told once").hasSize(1);
        assertUnanswered(replies.get(0), true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Upgrade: h2c\r\nConnection: Upgrade\r\n", "Upgrade: other\r\nConnection: Upgrade\r\n"})
    void anotherProtocolThatNobodyAskedForIsNoAnswer(String headers) throws Exception {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        caller.post(outgoing(url()), HttpCaller.Progress.UNSEEN, reply::complete);
        try (RawConnection connection = new RawConnection(server.accept())) {
            connection.message();
            connection.send("HTTP/1.1 101 X\r\n" + headers + "\r\n");
            assertUnanswered(reply.get(), true);
            assertThat(connection.isClosedByOther()).isTrue();
        }
    }

    @Test
    void anAnswerThatIsCompressedIsNotExpanded() throws Exception {
        answer("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nxxxx");
        assertAnswered(post(), 200, new Entity("", "xxxx".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whereNobodyListensNothingHasArrived() throws Exception {
        String nowhere = url();
        server.close();
        assertUnanswered(post(caller, nowhere), false);
    }

    @Test
    void whereNobodyAnswersItMayHaveArrived() throws Exception {
        answer(null);
        assertUnanswered(post(), true);
    }

    /** As the thread that hears of it may be late: here it is the one that calls again. */
    @Test
    void nothingIsSentToWhoHasLeftMeanwhile() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        CompletableFuture<Reply> second = new CompletableFuture<>();
        caller.post(outgoing(url()), HttpCaller.Progress.UNSEEN, first -> {
            try {
                left.await();
                Thread.sleep(5); // a peer that is called again sooner counts as still there
                caller.post(outgoing(url()), HttpCaller.Progress.UNSEEN, second::complete);
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
        });
        try (RawConnection once = new RawConnection(server.accept())) {
            once.message();
            once.send(OK);
        }
        left.countDown();
        answer(OK);
        assertThat(second.get()).isInstanceOf(Reply.Answered.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsSentOfWhatMayNotGoAnyMore(boolean isPosted) throws Exception {
        HttpCaller.Outgoing out = isPosted ? outgoing(url()) : HttpCaller.Outgoing.reading(HttpUrl.of(url()));
        HttpCaller.Progress over = new HttpCaller.Progress() {
            @Override
            public boolean begun() {
                return false;
            }
        };
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        caller.post(out, over, reply::complete);
        try (RawConnection connection = new RawConnection(server.accept())) {
            assertThat(connection.head()).as("until it is closed").isEmpty();
        }
        assertUnanswered(reply.get(), false);
    }

    @Test
    void whatIsAskedForHasNoBody() throws Exception {
        answer(OK);
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        caller.post(HttpCaller.Outgoing.reading(HttpUrl.of(url())), HttpCaller.Progress.UNSEEN, reply::complete);
        assertAnswered(reply.get(), 200, new Entity("text/xml", "<b/>".getBytes(StandardCharsets.UTF_8)));
        assertThat(requests.get(0)).startsWith("GET /service HTTP/1.1\r\n").doesNotContain("Content-");
    }

    @Test
    void whoIsGivenUpHasNotAnswered() throws Exception {
        answer("");
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        HttpCaller.Posting posting = caller.post(outgoing(url()), HttpCaller.Progress.UNSEEN, reply::complete);
        Awaitility.await().until(() -> requests.size() == 1);
        posting.abort(new IllegalStateException("too late"));
        assertUnanswered(reply.get(), true);
    }

    @Test
    void whoWorksForLongerThanAConnectionMayIdleIsWaitedFor() throws Exception {
        try (HttpCaller hasty = caller(new CallerLimits(1_024, 1_000, 2, 4, Waiting.MILLIS_MAX, 100, false, false))) {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            hasty.post(outgoing(url()), HttpCaller.Progress.UNSEEN, reply::complete);
            RawConnection connection = requested();
            assertThat(connection.patience(1_000).isClosedByOther()).isFalse();
            connection.send(OK);
            assertThat(reply.get()).isInstanceOf(Reply.Answered.class);
            connection.close();
        }
    }

    @Test
    void anAnswerThatIsTooLargeIsNone() throws Exception {
        answer("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + "x".repeat(1_001));
        assertUnanswered(post(), true);
    }

    @Test
    void headersThatAreTooLargeAreNone() throws Exception {
        answer("HTTP/1.1 200 OK\r\nX: " + "y".repeat(2_000) + "\r\nContent-Length: 0\r\n\r\n");
        assertUnanswered(post(), true);
    }

    @Test
    void whatIsNoHttpIsNoAnswer() throws Exception {
        answer("hello\r\n\r\n");
        assertUnanswered(post(), true);
    }

    @Test
    void whatWaitsForAConnectionHasALimit() throws Exception {
        answer("");
        List<CompletableFuture<Reply>> replies = new CopyOnWriteArrayList<>();
        post(replies, 2);
        Awaitility.await().until(() -> requests.size() == 2); // they have connections, and get no answer
        post(replies, 8);
        List<CompletableFuture<Reply>> refused =
                replies.stream().filter(CompletableFuture::isDone).toList();
        assertThat(refused).as("four wait").hasSize(4);
        for (CompletableFuture<Reply> each : refused) {
            assertUnanswered(each.get(), false);
        }
        caller.close();
        for (CompletableFuture<Reply> each : replies) {
            assertThat(each.get()).isInstanceOf(Reply.Unanswered.class);
        }
    }

    private void post(List<CompletableFuture<Reply>> replies, int count) {
        for (int i = 0; i < count; i++) {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            replies.add(reply);
            caller.post(outgoing(url()), HttpCaller.Progress.UNSEEN, reply::complete);
        }
    }
}
