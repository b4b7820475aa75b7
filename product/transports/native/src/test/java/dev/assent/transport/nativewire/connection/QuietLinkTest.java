package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a caller gives up a connection on which it hears nothing, on a clock that the test moves. */
@Fast
class QuietLinkTest {
    private static final Request QUESTION = new Request.Begin(1);
    private static final long QUIET_MILLIS = 1_000;
    private static final long ANSWER_MILLIS = 1_000_000;
    private static final long STALL_MILLIS = 5_000;
    private static final int ROUNDS = 5;

    private final AdjustableClock clock = new AdjustableClock();
    private final RecordingNotices notices = new RecordingNotices();
    private final Connections connections = new Connections(
            new OnlyAsks(notices),
            new Tuning(1 << 16, 100, 100, 1 << 16, STALL_MILLIS, ANSWER_MILLIS, QUIET_MILLIS, ANSWER_MILLIS),
            Protection.NONE,
            1,
            new Connections.Clocks(clock::nanos, clock::nanos));
    private final CompletableFuture<Response> asked = new CompletableFuture<>();
    private ServerSocket server;
    private Socket socket;
    private Line line;
    private volatile @Nullable OpenedLink link;

    /** A caller has asked, and the server has read that. */
    @BeforeEach
    void ask() throws IOException {
        clock.advance(Duration.ofSeconds(1)); // at 0 a link takes itself for one that has asked
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.setSoTimeout(Waiting.MILLIS_MAX);
        line = new Line(
                new NativeAddress("127.0.0.1", server.getLocalPort()), new Remembering(), notices, (int) ANSWER_MILLIS);
        line.dispatch(Exchange.of(QUESTION, ANSWER_MILLIS, clock.nanos(), asked::complete));
        socket = server.accept();
        socket.setSoTimeout(Waiting.MILLIS_MAX);
        assertThat(kind()).isEqualTo((byte) FrameKind.HELLO);
        Hello.Limits limits = new Hello.Limits(1 << 16, 100, (int) QUIET_MILLIS);
        send(new Hello(Hello.VERSION, Hello.VERSION, false, Hello.ofClient(2, 2), limits, "").frame());
        assertThat(kind()).isEqualTo((byte) FrameKind.ASK);
    }

    @AfterEach
    void close() throws IOException {
        line.close();
        connections.close();
        socket.close();
        server.close();
    }

    /** Opens connections as usual, and knows the last one. */
    private final class Remembering implements Line.Opening {
        @Override
        public String scheme() {
            return connections.scheme();
        }

        @Override
        public void dispatch(NativeAddress place, Exchange exchange) {
            throw new IllegalStateException("the line is not let go");
        }

        @Override
        public void letGo(Line unused) {
            // it is nobody's but the test's
        }

        @Override
        public OpenedLink open(Line from) {
            OpenedLink opened = connections.open(from);
            link = opened;
            return opened;
        }

        @Override
        public void watch(OpenedLink opened, NativeAddress place) {
            connections.watch(opened, place);
        }
    }

    private void send(Frame frame) throws IOException {
        ByteBuffer bytes = frame.buffer();
        socket.getOutputStream().write(bytes.array(), 0, bytes.limit());
    }

    /** Of the next frame. */
    private byte kind() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame[0];
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
        line.look(clock.nanos());
    }

    @Test
    void aServerThatSaysNothingIsAskedForASignOfLifeAndThenGivenUp() throws Exception {
        pass(QUIET_MILLIS - 1);
        pass(1);
        assertThat(kind()).isEqualTo((byte) FrameKind.PING);
        pass(2 * QUIET_MILLIS - 1);
        assertThat(asked).isNotDone();
        pass(1);
        assertThat(asked.get())
                .isInstanceOfSatisfying(
                        Response.Unanswered.class,
                        lost -> assertThat(lost.cause()).hasMessageContaining("no sign of life in 3000 ms"));
    }

    @Test
    void aServerThatAnswersLateAndGivesSignsOfLifeIsNotGivenUp() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            pass(QUIET_MILLIS);
            assertThat(kind()).isEqualTo((byte) FrameKind.PING);
            pass(2 * QUIET_MILLIS - 1);
            send(new WireOut(FrameKind.PONG).frame());
            Awaitility.await().until(() -> Objects.requireNonNull(link).quietNanos() == 0);
        }
        assertThat(asked).isNotDone();
        send(new WireOut(FrameKind.ANSWER).putLong(1).putByte(1).putByte(4).frame());
        assertThat(asked.get()).isEqualTo(new Response.Answered(Answer.DONE));
    }

    /** The other bytes of a message of 60,000, each a sign of life. */
    private void bring(int bytes) throws IOException {
        clock.advance(Duration.ofMillis(1)); // so that it is seen that they have come
        socket.getOutputStream().write(new byte[bytes]);
        Awaitility.await().until(() -> Objects.requireNonNull(link).quietNanos() == 0);
    }

    @Test
    void aServerWhoseAnswerStopsInTheMiddleIsGivenUpThoughItSendsAByteNowAndThen() throws Exception {
        socket.getOutputStream().write(new byte[] {0, 0, (byte) 0xEA, 0x60, FrameKind.ANSWER});
        bring(1);
        for (int i = 0; i < STALL_MILLIS / QUIET_MILLIS - 1; i++) {
            pass(QUIET_MILLIS);
            bring(1);
            assertThat(asked).isNotDone();
        }
        pass(QUIET_MILLIS);
        assertThat(asked.get())
                .isInstanceOfSatisfying(
                        Response.Unanswered.class,
                        lost -> assertThat(lost.cause())
                                .hasMessageContainingAll("a message has stopped", "in the last 5000 ms"));
    }

    @Test
    void aServerWhoseAnswerComesSlowlyIsWaitedFor() throws Exception {
        socket.getOutputStream().write(new byte[] {0, 0, (byte) 0xEA, 0x60, FrameKind.UNANSWERED});
        bring(1);
        for (int i = 0; i < 2 * STALL_MILLIS / QUIET_MILLIS; i++) {
            bring((int) (Partials.PROGRESS_BYTES_MIN * QUIET_MILLIS / STALL_MILLIS + 1));
            pass(QUIET_MILLIS);
        }
        assertThat(asked).isNotDone();
        assertThat(Objects.requireNonNull(link).isClosed()).isFalse();
    }
}
