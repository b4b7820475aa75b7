package dev.assent.transport.soap.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Exchanges.Answers;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long answers are waited for: by the clock of the process alone, however slow the machine is. */
@Fast
class ExchangesTest {
    private static final long MILLIS = 40;
    private static final CallerLimits ONE_CONNECTION =
            new CallerLimits(1_024, 1_000, 1, 4, Waiting.MILLIS_MAX, 10_000, false, false);
    private static final byte[] ACCEPTED =
            "HTTP/1.1 202 X\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final AdjustableClock clock = new AdjustableClock();
    private final HttpCaller caller = new HttpCaller(CallerLimits.DEFAULT, null, any -> true);
    private final Exchanges exchanges = new Exchanges(caller, clock);
    private final CompletableFuture<String> told = new CompletableFuture<>();
    private volatile Runnable ticked = () -> {};
    private ServerSocket server;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        caller.open();
    }

    @AfterEach
    void close() throws IOException {
        exchanges.close();
        caller.close();
        server.close();
    }

    /** Posts something to one that reads it, and says nothing yet. */
    private Socket post() throws IOException {
        Socket connection = post(exchanges);
        readToTheEnd(connection);
        return connection;
    }

    private static void readToTheEnd(Socket connection) throws IOException {
        while (connection.getInputStream().read() != '!') {
            // the line and the headers
        }
    }

    private Socket post(Exchanges by) throws IOException {
        post(by, waiter());
        return server.accept();
    }

    private Waiter<String> waiter() {
        return new Waiter<>(MILLIS, told::complete, (mayHaveArrived, cause) -> "lost " + mayHaveArrived);
    }

    private void post(Exchanges by, Waiter<String> waiter) {
        post(by, waiter, answered -> "answered " + answered.status());
    }

    private void post(Exchanges by, Waiter<String> waiter, Answers<String> read) {
        HttpUrl to = HttpUrl.of("http://127.0.0.1:" + server.getLocalPort() + "/");
        by.post(new Outgoing(to, new Entity("text/xml", new byte[] {'!'}), Map.of(), true), sent -> {}, waiter, read);
    }

    @Test
    void anAnswerIsInTimeWhileTheClockSaysSo() throws Exception {
        try (Socket connection = post()) {
            clock.advance(Duration.ofMillis(MILLIS - 1));
            exchanges.tick();
            connection.getOutputStream().write(ACCEPTED);
            assertThat(told.get()).isEqualTo("answered 202");
            assertThat(exchanges.isIdle()).isTrue();
        }
    }

    private static boolean isOpen(Socket connection) throws IOException {
        return connection.getInputStream().read() >= 0;
    }

    @Test
    void whoseTimeIsOverBeforeItIsSentIsGivenUpToo() throws Exception {
        HttpCaller slow = new HttpCaller(CallerLimits.DEFAULT, null, any -> {
            clock.advance(Duration.ofMillis(MILLIS));
            ticked.run();
            return true;
        });
        Exchanges late = new Exchanges(slow, clock);
        ticked = late::tick;
        slow.open();
        try (Socket connection = post(late)) {
            assertThat(told).isCompletedWithValue("lost false");
            assertThat(late.isIdle()).isTrue();
            assertThat(isSentSomething(connection)).isFalse();
        } finally {
            slow.close();
        }
    }

    /** Soon: it would be sent at once. */
    private static boolean isSentSomething(Socket connection) throws IOException {
        connection.setSoTimeout(1_000);
        try {
            return connection.getInputStream().read() >= 0;
        } catch (SocketTimeoutException silent) {
            return false;
        }
    }

    /**
     * The connection that it waits for becomes free after its caller has heard that nothing was sent, and before anything
     * else happens.
     */
    @Test
    void whatItsCallerWasToldIsNotSentIsNot() throws Exception {
        HttpCaller narrow = new HttpCaller(ONE_CONNECTION, null, any -> true);
        Exchanges both = new Exchanges(narrow, clock);
        narrow.open();
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<Integer> next = new CompletableFuture<>();
        post(both, new Waiter<>(2 * MILLIS, first::complete, (mayHaveArrived, cause) -> "lost " + mayHaveArrived));
        try (Socket connection = server.accept()) {
            readToTheEnd(connection);
            Consumer<String> freeing = lost -> {
                told.complete(lost);
                next.complete(next(connection));
            };
            post(both, new Waiter<>(MILLIS, freeing, (mayHaveArrived, cause) -> "lost " + mayHaveArrived));
            clock.advance(Duration.ofMillis(MILLIS));
            both.tick();
            assertThat(told).isCompletedWithValue("lost false");
            assertThat(next).as("the end of the connection").isCompletedWithValue(-1);
            assertThat(first.get()).isEqualTo("answered 202");
            assertThat(both.isIdle()).isTrue();
        } finally {
            narrow.close();
        }
    }

    @Test
    void anAnswerThatCanNotBeReadIsNone() throws Exception {
        post(exchanges, waiter(), answered -> {
            throw new IllegalStateException("not read");
        });
        try (Socket connection = server.accept()) {
            readToTheEnd(connection);
            connection.getOutputStream().write(ACCEPTED);
            assertThat(told.get()).isEqualTo("lost true");
            assertThat(exchanges.isIdle()).isTrue();
        }
    }

    /** Answers what came, and waits for the first byte of what is sent next. */
    private static int next(Socket connection) {
        try {
            connection.getOutputStream().write(ACCEPTED);
            return connection.getInputStream().read();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void whoseTimeIsOverIsGivenUp() throws Exception {
        try (Socket connection = post()) {
            clock.advance(Duration.ofMillis(MILLIS));
            assertThat(told).isNotDone();
            exchanges.tick();
            assertThat(told).isCompletedWithValue("lost true");
            assertThat(exchanges.isIdle()).isTrue();
            assertThat(isOpen(connection)).as("the connection is of no use").isFalse();
        }
    }
}
