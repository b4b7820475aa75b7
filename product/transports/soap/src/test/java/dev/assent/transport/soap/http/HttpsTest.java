package dev.assent.transport.soap.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.CertificateSigner;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Receiver.Posted;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTPS with certificates of both sides, and peers without a certificate, or with another's. */
@Fast
class HttpsTest {
    private static final Entity ENTITY = new Entity("text/xml", "<a/>".getBytes(StandardCharsets.UTF_8));
    private static final ListenerLimits LIMITS = new ListenerLimits(1_024, 1_000, 10, Waiting.MILLIS_MAX, 600, 8);

    @TempDir
    static Path folder;

    private static CertificateSigner signer;

    private final List<Posted> received = new CopyOnWriteArrayList<>();
    private HttpListener listener;
    private long nanos = 1;

    @BeforeAll
    static void makeKeys() {
        signer = new CertificateSigner(folder, "ours");
    }

    @BeforeEach
    void open() {
        SSLContext keys = signer.sign("server", null).context(true);
        listener = new HttpListener(new HttpListener.Place("127.0.0.1", 0, keys), LIMITS, this::receive);
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

    private static HttpCaller caller(@Nullable SSLContext keys) {
        HttpCaller made = new HttpCaller(CallerLimits.DEFAULT, keys, any -> true);
        made.open();
        return made;
    }

    private HttpCaller.Outgoing outgoing(String scheme, String host) {
        HttpUrl to = HttpUrl.of(scheme + "://" + host + ":" + listener.port() + "/");
        return new HttpCaller.Outgoing(to, ENTITY, Map.of(), true);
    }

    private Reply post(HttpCaller caller, String scheme, String host) throws Exception {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        caller.post(outgoing(scheme, host), HttpCaller.Progress.UNSEEN, reply::complete);
        return reply.get();
    }

    private void assertAnswered() throws Exception {
        try (HttpCaller caller = caller(signer.sign("client", null).context(true))) {
            assertThat(post(caller, "https", "127.0.0.1"))
                    .isInstanceOfSatisfying(
                            Reply.Answered.class,
                            answered -> assertThat(answered.entity()).isEqualTo(ENTITY));
        }
    }

    private void assertRefused(@Nullable SSLContext keys, String scheme) throws Exception {
        try (HttpCaller caller = caller(keys)) {
            assertThat(post(caller, scheme, "127.0.0.1")).isInstanceOf(Reply.Unanswered.class);
        }
        assertThat(received).isEmpty();
        assertAnswered();
    }

    @Test
    void bothShowCertificates() throws Exception {
        assertAnswered();
        assertThat(received).extracting(Posted::certified).containsExactly("CN=client");
    }

    @Test
    void whoShowsNoneIsRefused() throws Exception {
        assertRefused(signer.sign("client", null).context(false), "https");
    }

    @Test
    void whoShowsOneOfAnotherSignersIsRefused() throws Exception {
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path forged = new CertificateSigner(theirs, "ours").sign("client", null).own();
        Path trusted = signer.sign("client", null).trusted();
        assertRefused(new CertificateSigner.Files(forged, trusted).context(true), "https");
    }

    @Test
    void whoSpeaksPlainHttpIsRefused() throws Exception {
        assertRefused(null, "http");
    }

    @Test
    void whoTrustsOthersDoesNotCall() throws Exception {
        CertificateSigner other = new CertificateSigner(folder, "other");
        Path own = signer.sign("client", null).own();
        Path trusted = other.sign("client", null).trusted();
        assertRefused(new CertificateSigner.Files(own, trusted).context(true), "https");
    }

    @Test
    void theCertificateHasTheNameThatIsCalled() throws Exception {
        try (HttpCaller caller = caller(signer.sign("client", null).context(true))) {
            assertThat(post(caller, "https", "127.0.0.2")).isInstanceOf(Reply.Unanswered.class);
            assertThat(post(caller, "https", "localhost")).isInstanceOf(Reply.Answered.class);
        }
    }

    @Test
    void aConnectionIsKeptForLongerThanARequestMayTakeToCome() throws Exception {
        try (HttpCaller caller = caller(signer.sign("client", null).context(true))) {
            assertThat(post(caller, "https", "127.0.0.1")).isInstanceOf(Reply.Answered.class);
            awaitWhole();
            lookForLongerThanARequestMayTake();
            assertThat(post(caller, "https", "127.0.0.1")).isInstanceOf(Reply.Answered.class);
        }
        assertThat(received.stream().map(Posted::from).distinct()).hasSize(1);
    }

    /** As the thread that hears of it may be late: here it is the one that calls again. */
    @Test
    void nothingIsSentToWhoHasLeftMeanwhile() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        CompletableFuture<Reply> second = new CompletableFuture<>();
        try (HttpCaller caller = caller(signer.sign("client", null).context(true))) {
            HttpCaller.Outgoing outgoing = outgoing("https", "127.0.0.1");
            caller.post(outgoing, HttpCaller.Progress.UNSEEN, first -> {
                try {
                    left.await();
                    Thread.sleep(5); // whoever is called sooner is taken to be there still
                    caller.post(outgoing, HttpCaller.Progress.UNSEEN, second::complete);
                } catch (InterruptedException never) {
                    throw new AssertionError(never);
                }
            });
            Awaitility.await().until(() -> received.size() == 1);
            listener.close();
            left.countDown();
            assertThat(second.get())
                    .isInstanceOfSatisfying(
                            Reply.Unanswered.class,
                            reply -> assertThat(reply.mayHaveArrived()).isFalse());
        }
    }

    /** The looks at connections see that what has come is whole. */
    private void awaitWhole() {
        Awaitility.await().until(() -> {
            listener.tick(nanos);
            return !listener.isReceiving();
        });
    }

    /** By its looks at connections. */
    private void lookForLongerThanARequestMayTake() {
        listener.tick(nanos);
        nanos += TimeUnit.MILLISECONDS.toNanos(2 * LIMITS.receiveMillisMax());
        listener.tick(nanos);
    }

    @Test
    void whoSendsTooSlowlyIsClosed() throws Exception {
        SSLContext keys = signer.sign("client", null).context(true);
        try (SSLSocket socket =
                (SSLSocket) keys.getSocketFactory().createSocket(InetAddress.getByName("127.0.0.1"), listener.port())) {
            socket.setSoTimeout(Waiting.MILLIS_MAX);
            socket.getOutputStream().write("POST / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(5);
            Awaitility.await().until(() -> {
                lookForLongerThanARequestMayTake(); // it may not have come yet
                return isOver(socket);
            });
        }
    }

    private static boolean isOver(SSLSocket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        } catch (java.io.IOException reset) {
            return true;
        }
    }
}
