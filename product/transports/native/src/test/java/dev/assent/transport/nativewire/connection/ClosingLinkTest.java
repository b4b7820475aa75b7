package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.RecordingNotices;
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
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Questions while a connection is being closed, callers that hear of its end, and connections that are not closed as
 * idle.
 */
@Fast
class ClosingLinkTest {
    private static final Request QUESTION = new Request.Begin(1);
    private static final long LONG_MILLIS = Waiting.MILLIS_MAX;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<CompletableFuture<Response>> late = new CopyOnWriteArrayList<>();
    private Connections connections;
    private ServerSocket server;

    private void start(long idleMillisMax) throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout(Waiting.MILLIS_MAX);
        open.add(server);
        connections = new Connections(
                new OnlyAsks(new RecordingNotices()),
                OnlyAsks.tuning(idleMillisMax),
                new AskedInClosing(),
                1,
                System::nanoTime);
    }

    @AfterEach
    void closeAll() throws Exception {
        connections.close();
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private CompletableFuture<Response> ask() {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        ask(answer::complete);
        return answer;
    }

    private void ask(Consumer<Response> reply) {
        NativeAddress place = new NativeAddress("127.0.0.1", server.getLocalPort());
        connections.dispatch(place, Exchange.of(QUESTION, LONG_MILLIS, System.nanoTime(), reply));
    }

    private Socket accept() throws IOException {
        Socket socket = server.accept();
        socket.setSoTimeout(Waiting.MILLIS_MAX);
        open.add(socket);
        assertThat(kind(socket)).isEqualTo((byte) FrameKind.HELLO);
        return socket;
    }

    private static void greet(Socket socket) throws IOException {
        Hello hello = new Hello(
                Hello.VERSION,
                Hello.VERSION,
                false,
                Hello.ofClient(2, 2),
                new Hello.Limits(1 << 16, 100, (int) LONG_MILLIS),
                "");
        send(socket, hello.frame());
    }

    private static void send(Socket socket, Frame frame) throws IOException {
        ByteBuffer bytes = frame.buffer();
        socket.getOutputStream().write(bytes.array(), 0, bytes.limit());
    }

    /** Of the next frame. */
    private static byte kind(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame[0];
    }

    @Test
    void whatIsAskedWhileAConnectionIsClosedGoesByAnother() throws Exception {
        start(LONG_MILLIS);
        CompletableFuture<Response> first = ask();
        Socket leaving = accept();
        greet(leaving);
        assertThat(kind(leaving)).isEqualTo((byte) FrameKind.ASK);
        leaving.close();

        Socket second = accept();
        greet(second);

        assertThat(kind(second)).isEqualTo((byte) FrameKind.ASK);
        assertThat(late).hasSize(1).noneMatch(CompletableFuture::isDone);
        assertThat(first.get()).isInstanceOf(Response.Unanswered.class);
    }

    @Test
    void aConnectionThatIsNotThereYetIsNotIdle() throws Exception {
        start(1);
        CompletableFuture<Response> answer = ask();
        Socket slow = accept();
        long sinceNanos = System.nanoTime();
        while (System.nanoTime() - sinceNanos < 5_000_000) {
            Thread.onSpinWait();
        }
        connections.look();
        assertThat(answer).isNotDone();

        greet(slow);

        assertThat(kind(slow)).isEqualTo((byte) FrameKind.ASK);
    }

    /** Words of the other side that it gives no answer, which can't be read. */
    static Stream<Arguments> damaged() {
        WireOut badText =
                new WireOut(FrameKind.UNANSWERED).putLong(1).putByte(0).putShort(1);
        badText.putByte(0xFF);
        return Stream.of(
                arguments("no flag", new WireOut(FrameKind.UNANSWERED).putLong(1)),
                arguments(
                        "flag 2",
                        new WireOut(FrameKind.UNANSWERED).putLong(1).putByte(2).putString("")),
                arguments("no UTF-8", badText),
                arguments(
                        "a text cut off",
                        new WireOut(FrameKind.UNANSWERED).putLong(1).putByte(0).putShort(1)),
                arguments(
                        "more",
                        new WireOut(FrameKind.UNANSWERED)
                                .putLong(1)
                                .putByte(0)
                                .putString("")
                                .putByte(0)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("damaged")
    void whoseAnswerEndsTheConnectionIsToldOfThat(String damage, WireOut answer) throws Exception {
        start(LONG_MILLIS);
        CompletableFuture<Response> asked = ask();
        Socket socket = accept();
        greet(socket);
        assertThat(kind(socket)).isEqualTo((byte) FrameKind.ASK);

        send(socket, answer.frame());

        assertThat(asked.get())
                .isInstanceOfSatisfying(
                        Response.Unanswered.class,
                        lost -> assertThat(lost.mayHaveArrived()).as(damage).isTrue());
    }

    @Test
    void whoThrowsWhenItIsToldOfTheEndKeepsNoOthersFromBeingTold() throws Exception {
        start(LONG_MILLIS);
        ask(any -> {
            throw new AssertionError("of who is told first");
        });
        CompletableFuture<Response> second = ask();
        Socket socket = accept();
        greet(socket);
        assertThat(kind(socket)).isEqualTo((byte) FrameKind.ASK);
        assertThat(kind(socket)).isEqualTo((byte) FrameKind.ASK);

        socket.close();

        assertThat(second.get()).isInstanceOf(Response.Unanswered.class);
    }

    /** Asks once more as soon as the first connection is closed, before any caller hears of it. */
    private final class AskedInClosing implements Protection {
        @Override
        public Transfer accepted(SocketChannel channel) {
            throw new IllegalStateException("nobody connects");
        }

        @Override
        public Transfer opened(SocketChannel channel, NativeAddress address) {
            Transfer plain = NONE.opened(channel, address);
            return new Transfer() {
                @Override
                public int read(ByteBuffer into) throws IOException {
                    return plain.read(into);
                }

                @Override
                public boolean write(ArrayDeque<ByteBuffer> from) throws IOException {
                    return plain.write(from);
                }

                @Override
                public void close() throws IOException {
                    plain.close();
                    if (late.isEmpty()) {
                        late.add(ask());
                    }
                }
            };
        }
    }
}
