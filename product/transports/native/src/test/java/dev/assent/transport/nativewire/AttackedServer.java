package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.nativewire.assembly.TcpTransport;
import dev.assent.transport.nativewire.wire.Aliases;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.Party;
import dev.assent.transport.nativewire.wire.RequestCodec;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireOut;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A server for tests that do it harm: what it is asked, what its operators read, and whether it still serves. */
abstract class AttackedServer {
    static final NodeEpoch SERVER = new NodeEpoch(new NodeId(1, 1), 1, 0);
    static final NodeEpoch GOOD = new NodeEpoch(new NodeId(2, 2), 1, 0);
    static final NodeEpoch EVIL = new NodeEpoch(new NodeId(3, 3), 1, 0);
    static final int REFUSED = 8102;
    static final int CROWDED = 8120;

    @TempDir
    static Path folder;

    final RecordingNotices notices = new RecordingNotices();
    final Receiver receiver = new Receiver();
    final List<AutoCloseable> open = new ArrayList<>();
    private @Nullable TcpTransport server;

    /** The exported interface. */
    public interface Office {
        int ping(int number);

        default byte[] echo(byte[] bytes) {
            return bytes;
        }
    }

    /** Answers, and keeps what came. */
    static final class Receiver implements Inbound {
        final List<Request> requests = new CopyOnWriteArrayList<>();
        final List<Caller> callers = new CopyOnWriteArrayList<>();

        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            callers.add(from);
            reply.accept(new Result.Returned(call.arguments()[0], Result.Effect.NONE));
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            callers.add(from);
            requests.add(request);
            reply.accept(new Response.Answered(Answer.DONE));
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    static NativeConfig plain() {
        return NativeConfig.defaults().with(NativeSetting.DRAIN_MILLIS_MAX, 0);
    }

    TcpTransport made(NativeConfig config, @Nullable NodeEpoch life, RecordingNotices told) {
        TcpTransport transport = NativeFixture.made(
                config,
                new TransportOwner(life, any -> Office.class, SystemClock.INSTANCE, told, null, null, none -> false));
        open.add(transport);
        return transport;
    }

    TcpTransport serve(NativeConfig config) {
        TcpTransport made = made(config.with(NativeSetting.LISTEN, "127.0.0.1:0"), SERVER, notices);
        made.open(receiver);
        server = made;
        return made;
    }

    String address() {
        return Objects.requireNonNull(Objects.requireNonNull(server).address());
    }

    int port() {
        return Integer.parseInt(address().substring(address().lastIndexOf(':') + 1));
    }

    // ---- what it is sent, byte by byte

    static byte[] bytes(Frame frame) {
        byte[] bytes = new byte[frame.size()];
        frame.buffer().get(bytes);
        return bytes;
    }

    static Hello hello(int version, NodeEpoch life) {
        return new Hello(version, version, true, life, new Hello.Limits(1 << 20, 100, 10_000), "");
    }

    static byte[] commit(NodeEpoch from, long number) {
        LocalTransactionId name = new LocalTransactionId(SERVER, 1);
        WireOut out = new WireOut(FrameKind.ASK).putLong(0);
        Shorthand shorthand =
                new Shorthand(new Party(from, "native:"), new Party(SERVER, "native://elsewhere:1"), new Aliases());
        RequestCodec.write(out, shorthand, new Request.Ask(RemoteVerb.COMMIT, new BranchRef(name, name)));
        Frame frame = out.frame();
        frame.setNumber(number);
        return bytes(frame);
    }

    // ---- who keeps to the protocol

    static Response ask(TcpTransport from, String address, Request request) throws Exception {
        CompletableFuture<Response> response = new CompletableFuture<>();
        from.peer(address).ask(request, Waiting.MILLIS_MAX, response::complete);
        return response.get();
    }

    void assertUnharmed(NativeConfig config) throws Exception {
        TcpTransport client = made(config, GOOD, new RecordingNotices());
        CompletableFuture<Result> result = new CompletableFuture<>();
        client.peer(address())
                .call(
                        new Call(
                                "office",
                                Office.class.getMethod("ping", int.class),
                                new Object[] {7},
                                null,
                                Waiting.MILLIS_MAX),
                        result::complete);
        assertThat(result.get()).isEqualTo(new Result.Returned(7, Result.Effect.NONE));
    }

    /** The same of a server whose limits are so short that a slow client may need several tries. */
    void assertUnharmedAtLast() {
        Awaitility.await().ignoreExceptions().untilAsserted(() -> assertUnharmed(plain()));
    }

    void assertOneLine(String... texts) {
        assertOneLine(REFUSED, texts);
    }

    void assertOneLine(int id, String... texts) {
        Awaitility.await().untilAsserted(() -> assertThat(notices.of(id)).hasSize(1));
        assertThat(notices.of(id).get(0)).contains(texts);
        assertThat(notices.all()).hasSize(1);
    }
}
