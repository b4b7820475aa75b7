package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.nativewire.assembly.TcpTransport;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls and questions on connections that do not last, or have too much to do. */
@Fast
class NativeConnectionTest {
    private static final NodeEpoch SERVER = new NodeEpoch(new NodeId(1, 1), 1, 0);
    private static final NodeEpoch CALLER = new NodeEpoch(new NodeId(2, 2), 1, 0);
    private static final Request QUESTION = new Request.Begin(1);
    private static final long LONG_MILLIS = Waiting.MILLIS_MAX;

    private final RecordingNotices notices = new RecordingNotices();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** Answers nothing until the test says so. */
    private static final class Patient implements Inbound {
        final BlockingQueue<Consumer<Response>> waiting = new LinkedBlockingQueue<>();

        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            throw new IllegalStateException("a bug of ours");
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            waiting.add(reply);
        }

        void awaitAsked(int questions) {
            until(() -> assertThat(waiting).hasSize(questions));
        }

        /** The next question, which may be yet to come. */
        void answerNext() throws InterruptedException {
            Consumer<Response> next = waiting.take();
            assertThat(next).isNotNull();
            next.accept(new Response.Answered(Answer.DONE));
        }
    }

    /** The called interface. */
    public interface Office {
        void work();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private static NativeConfig config() {
        return NativeConfig.defaults()
                .with(NativeSetting.DRAIN_MILLIS_MAX, 0)
                .with(NativeSetting.CONNECT_MILLIS_MAX, LONG_MILLIS);
    }

    private TcpTransport made(NativeConfig config, NodeEpoch life) {
        TcpTransport transport = NativeFixture.made(
                config,
                new TransportOwner(
                        life, any -> Office.class, SystemClock.INSTANCE, notices, null, null, none -> false));
        open.add(transport);
        return transport;
    }

    private TcpTransport serve(NativeConfig config, String place, Inbound inbound) {
        TcpTransport transport = made(config.with(NativeSetting.LISTEN, place), SERVER);
        transport.open(inbound);
        return transport;
    }

    private static String address(TcpTransport transport) {
        return Objects.requireNonNull(transport.address());
    }

    private static CompletableFuture<Response> ask(TcpTransport from, String address, long millis) {
        CompletableFuture<Response> response = new CompletableFuture<>();
        from.peer(address).ask(QUESTION, millis, response::complete);
        return response;
    }

    private static Response get(CompletableFuture<Response> response) throws Exception {
        return response.get();
    }

    private static void assertDone(CompletableFuture<Response> response) throws Exception {
        assertThat(get(response)).isEqualTo(new Response.Answered(Answer.DONE));
    }

    private static void assertUnanswered(Response response, boolean mayHaveArrived, String... texts) {
        assertThat(response).isInstanceOfSatisfying(Response.Unanswered.class, lost -> {
            assertThat(lost.mayHaveArrived()).isEqualTo(mayHaveArrived);
            if (texts.length > 0) {
                assertThat(lost.cause()).hasMessageContainingAll(texts);
            }
        });
    }

    private static void until(Runnable asserted) {
        Awaitility.await().untilAsserted(asserted::run);
    }

    // ---- a server that is not Assent's

    /** Accepts one connection, and says hello. */
    private Socket acceptAndGreet(ServerSocket server) throws IOException {
        Socket socket = server.accept();
        open.add(socket);
        frame(socket);
        Hello hello = new Hello(Hello.VERSION, Hello.VERSION, true, SERVER, new Hello.Limits(1 << 20, 100, 10_000), "");
        ByteBuffer bytes = hello.frame().buffer();
        socket.getOutputStream().write(bytes.array(), 0, bytes.limit());
        return socket;
    }

    /** A caller that has asked, and its connection at the server that has greeted it. */
    private record Met(ServerSocket server, TcpTransport caller, CompletableFuture<Response> asked, Socket socket) {}

    /** A caller asks, and is greeted. */
    private Met meet(NativeConfig config) throws IOException {
        ServerSocket server = listening();
        TcpTransport caller = made(config, CALLER);
        CompletableFuture<Response> asked = ask(caller, address(server), LONG_MILLIS);
        return new Met(server, caller, asked, acceptAndGreet(server));
    }

    private static byte[] frame(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    private static void answer(Socket socket, long number) throws IOException {
        ByteBuffer answer = new WireOut(FrameKind.ANSWER)
                .putLong(number)
                .putByte(1)
                .putByte(4)
                .frame()
                .buffer();
        socket.getOutputStream().write(answer.array(), 0, answer.limit());
    }

    private ServerSocket listening() throws IOException {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        server.setSoTimeout(Waiting.MILLIS_MAX);
        open.add(server);
        return server;
    }

    private static String address(ServerSocket server) {
        return "native://127.0.0.1:" + server.getLocalPort();
    }

    // ---- what is not sent

    @Test
    void whatNobodyListensForIsKnownNotToBeSent() throws Exception {
        ServerSocket gone = listening();
        gone.close();
        for (int i = 0; i < 3; i++) {
            Response response = get(ask(made(config(), CALLER), address(gone), LONG_MILLIS));
            assertUnanswered(response, false, "ASSENT-8104", address(gone));
        }
    }

    @Test
    void whatIsNeverAnsweredByAHelloIsKnownNotToBeSent() throws Exception {
        ServerSocket silent = listening();
        TcpTransport caller = made(config().with(NativeSetting.CONNECT_MILLIS_MAX, 100), CALLER);
        assertUnanswered(get(ask(caller, address(silent), LONG_MILLIS)), false, "no hello in 100 ms");
    }

    @Test
    void whoseTimeIsOverBeforeThereIsAConnectionIsKnownNotToBeSent() throws Exception {
        ServerSocket silent = listening();
        TcpTransport caller = made(config(), CALLER);
        assertUnanswered(get(ask(caller, address(silent), 50)), false, "did not answer within 50 ms");
    }

    @Test
    void aNameThatNobodyHasIsKnownNotToBeReached() throws Exception {
        TcpTransport caller = made(config().with(NativeSetting.PLAIN_BEYOND_LOOPBACK, true), CALLER);
        assertUnanswered(get(ask(caller, "native://nobody.invalid:7400", LONG_MILLIS)), false, "nobody.invalid");
    }

    @Test
    void whatIsMoreThanTheOtherSideTakesIsKnownNotToBeDone() throws Exception {
        Patient patient = new Patient();
        TcpTransport server = serve(config().with(NativeSetting.CALLS_MAX, 2), "127.0.0.1:0", patient);
        TcpTransport caller = made(config(), CALLER);
        List<CompletableFuture<Response>> asked = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            asked.add(ask(caller, address(server), LONG_MILLIS));
        }
        patient.awaitAsked(2);
        assertUnanswered(get(ask(caller, address(server), LONG_MILLIS)), false, "ASSENT-8106", "2 unanswered calls");
        patient.answerNext();
        patient.answerNext();
        for (CompletableFuture<Response> each : asked) {
            assertDone(each);
        }
    }

    // ---- connections that end

    @Test
    void aServerThatIsClosedAndThereAgainLosesNothingThatItHasNotTaken() throws Exception {
        Patient patient = new Patient();
        KeptPorts ports = new KeptPorts();
        open.add(ports);
        TcpTransport first = serve(config(), ports.place("server"), patient);
        String address = address(first);
        TcpTransport caller = made(config(), CALLER);
        CompletableFuture<Response> taken = ask(caller, address, LONG_MILLIS);
        patient.awaitAsked(1);
        first.close();
        assertUnanswered(get(taken), true, "ASSENT-8105", address);
        TcpTransport second = serve(config(), ports.place("server"), patient);
        patient.waiting.clear();
        CompletableFuture<Response> next = ask(caller, address, LONG_MILLIS);
        patient.answerNext();
        assertDone(next);
        second.close();
    }

    @Test
    void whatWasNotTakenBeforeAByeGoesByAnotherConnection() throws Exception {
        Met met = meet(config());
        assertThat(frame(met.socket())[0]).isEqualTo((byte) FrameKind.ASK);
        ByteBuffer bye = new WireOut(FrameKind.BYE).putLong(0).frame().buffer();
        met.socket().getOutputStream().write(bye.array(), 0, bye.limit());
        Socket second = acceptAndGreet(met.server());
        byte[] again = frame(second);
        assertThat(again[0]).isEqualTo((byte) FrameKind.ASK);
        answer(second, 1);
        assertDone(met.asked());
    }

    @Test
    void oneThatEndsWithoutAByeMayHaveTakenWhatWasSent() throws Exception {
        Met met = meet(config());
        frame(met.socket());
        met.socket().close();
        assertUnanswered(get(met.asked()), true, "ASSENT-8105");
    }

    @Test
    void aServerThatIsDeadIsNoticedLongBeforeTheTimeIsOver() throws Exception {
        Met met = meet(config().with(NativeSetting.QUIET_MILLIS_MAX, 50));
        assertThat(frame(met.socket())[0]).isEqualTo((byte) FrameKind.ASK);
        assertUnanswered(get(met.asked()), true, "no sign of life");
    }

    @Test
    void anIdleConnectionIsClosedAndTheNextCallOpensAnother() throws Exception {
        Met met = meet(config().with(NativeSetting.IDLE_MILLIS_MAX, 100));
        met.socket().setSoTimeout(Waiting.MILLIS_MAX);
        frame(met.socket());
        answer(met.socket(), 1);
        assertDone(met.asked());
        Awaitility.await().until(() -> met.socket().getInputStream().read() < 0);
        CompletableFuture<Response> asked = ask(met.caller(), address(met.server()), LONG_MILLIS);
        Socket second = acceptAndGreet(met.server());
        assertThat(frame(second)[0]).isEqualTo((byte) FrameKind.ASK);
        second.close();
        assertUnanswered(get(asked), true);
    }

    @Test
    void anAnswerThatNobodyHasAskedForEndsTheConnection() throws Exception {
        Met met = meet(config());
        frame(met.socket());
        answer(met.socket(), 77);
        assertUnanswered(get(met.asked()), true, "number 77");
        until(() -> assertThat(notices.of(8111)).hasSize(1));
    }

    @Test
    void aBugOfOursIsAnsweredAndTheConnectionGoesOn() throws Exception {
        Patient patient = new Patient();
        TcpTransport server = serve(config(), "127.0.0.1:0", patient);
        TcpTransport caller = made(config(), CALLER);
        CompletableFuture<Result> result = new CompletableFuture<>();
        caller.peer(address(server))
                .call(
                        new Call("office", Office.class.getMethod("work"), new Object[0], null, LONG_MILLIS),
                        result::complete);
        assertThat(result.get()).isInstanceOfSatisfying(Result.Unanswered.class, lost -> {
            assertThat(lost.mayHaveArrived()).isTrue();
            assertThat(lost.cause()).hasMessageContaining("a bug of ours");
        });
        CompletableFuture<Response> asked = ask(caller, address(server), LONG_MILLIS);
        patient.answerNext(); // Awaitility would fail when the bug is told to the thread's handler meanwhile
        assertDone(asked);
    }
}
