package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.nativewire.assembly.NativeValues;
import dev.assent.transport.nativewire.assembly.TcpTransport;
import dev.assent.transport.nativewire.wire.Aliases;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.RequestCodec;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A peer that breaks the protocol is refused, with one line in the log, and the server goes on. */
@Fast
class HostileTest extends AttackedServer {
    // ---- who does not

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
        socket.setSoTimeout(Waiting.MILLIS_MAX);
        open.add(socket);
        return socket;
    }

    /** From another host than {@link #connect}: all of 127.0.0.0/8 is this machine. */
    private Socket connectFrom(String host) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(), InetAddress.getByName(host), 0);
        socket.setSoTimeout(Waiting.MILLIS_MAX);
        open.add(socket);
        return socket;
    }

    /** The next frame: its kind and what follows. */
    private static byte[] frame(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    private static void assertRefused(Socket socket, String... texts) throws Exception {
        byte[] frame = frame(socket);
        assertThat(frame[0]).isEqualTo((byte) FrameKind.REFUSED);
        assertThat(new WireIn(frame, 1, frame.length - 1).takeString("why")).contains(texts);
        assertThat(isOver(socket)).isTrue();
    }

    private static boolean isOver(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    /** Whether nothing is answered. A client's handshake may be over when the server refuses it, before these bytes or after. */
    private static boolean isRefused(Socket socket, byte[] sent) {
        try {
            socket.getOutputStream().write(sent);
        } catch (IOException closed) {
            return true;
        }
        return isOver(socket);
    }

    private Socket introduced(NodeEpoch life) throws IOException {
        return introduced(connect(), life);
    }

    private static Socket introduced(Socket socket, NodeEpoch life) throws IOException {
        socket.getOutputStream().write(bytes(hello(Hello.VERSION, life).frame()));
        assertThat(frame(socket)[0]).isEqualTo((byte) FrameKind.HELLO);
        return socket;
    }

    @Test
    void garbageIsRefused() throws Exception {
        serve(plain());
        Socket socket = connect();
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertRefused(socket, "frame of 1195725856 bytes", "1 to 512");
        assertOneLine("1195725856", "/127.0.0.1:");
        assertUnharmed(plain());
    }

    @Test
    void anotherProtocolWithFramesIsRefused() throws Exception {
        serve(plain());
        Socket socket = connect();
        socket.getOutputStream().write(new byte[] {0, 0, 0, 8, 1, 9, 9, 9, 9, 0, 0, 0});
        assertRefused(socket, "not a native connection");
        assertOneLine("9090909", "41534e57");
        assertUnharmed(plain());
    }

    @Test
    void anotherVersionIsRefusedAndToldWhichIsSpoken() throws Exception {
        serve(plain());
        Socket socket = connect();
        socket.getOutputStream().write(bytes(hello(9, EVIL).frame()));
        assertRefused(socket, "versions 9 to 9", "only version " + Hello.VERSION);
        assertOneLine("ASSENT-8110");
        assertUnharmed(plain());
    }

    @Test
    void halfAHelloIsWaitedForNoLongerThanTheLimit() throws Exception {
        serve(plain().with(NativeSetting.CONNECT_MILLIS_MAX, 100));
        Socket socket = connect();
        socket.getOutputStream()
                .write(Arrays.copyOf(bytes(hello(Hello.VERSION, EVIL).frame()), 9));
        assertRefused(socket, "no hello in 100 ms");
        assertOneLine("no hello");
        assertUnharmedAtLast();
    }

    @Test
    void halfAFrameIsNeverTaken() throws Exception {
        serve(plain());
        Socket socket = introduced(EVIL);
        byte[] commit = commit(EVIL, 1);
        socket.getOutputStream().write(commit, 0, commit.length - 1);
        socket.shutdownOutput();
        assertThat(isOver(socket)).isTrue();
        assertThat(receiver.requests).isEmpty();
        assertThat(notices.all()).isEmpty();
        assertUnharmed(plain());
    }

    @Test
    void aFrameThatIsTooLargeIsRefusedBeforeItHasCome() throws Exception {
        serve(plain().with(NativeSetting.FRAME_BYTES_MAX, 1 << 16));
        Socket socket = introduced(EVIL);
        socket.getOutputStream().write(new byte[] {127, -1, -1, -1, 18});
        assertRefused(socket, "2147483647", "65536");
        assertOneLine("2147483647");
        assertUnharmed(plain());
    }

    @Test
    void whatAllKeepOfHalfFramesIsBounded() throws Exception {
        serve(plain().with(NativeSetting.PARTIAL_BYTES_MAX, 1 << 20));
        List<Socket> holding = new ArrayList<>();
        byte[] part = new byte[300_000];
        part[1] = 0x3F; // a frame of four million bytes
        for (int i = 0; i < 4; i++) {
            Socket socket = introduced(EVIL);
            holding.add(socket);
            try {
                socket.getOutputStream().write(part);
            } catch (IOException refusedMeanwhile) {
                assertThat(i).isPositive();
            }
        }
        Awaitility.await().untilAsserted(() -> assertThat(notices.of(REFUSED)).isNotEmpty());
        assertThat(notices.all()).allMatch(line -> line.contains("1048576 bytes"));
        assertUnharmed(plain());
    }

    @Test
    void aConnectionThatStopsInTheMiddleOfAFrameIsClosed() throws Exception {
        serve(plain().with(NativeSetting.STALL_MILLIS_MAX, 100));
        Socket socket = introduced(EVIL);
        byte[] commit = commit(EVIL, 1);
        socket.getOutputStream().write(commit, 0, commit.length - 1);
        assertRefused(socket, "a message has stopped after " + (commit.length - 1) + " bytes", "100 ms");
        assertThat(receiver.requests).isEmpty();
        assertOneLine("a message has stopped");
        assertUnharmedAtLast();
    }

    @Test
    void aConnectionThatStopsInTheMiddleOfARecordOfTlsIsClosed() throws Exception {
        serve(ours.with(plain().with(NativeSetting.STALL_MILLIS_MAX, 1_000), "server", SERVER.node()));
        RekeyingPeer peer = new RekeyingPeer(
                port(), new NativeValues(ours.with(plain(), "evil", EVIL.node()).values()).keys());
        open.add(0, peer);
        peer.write(peer.records(bytes(hello(Hello.VERSION, EVIL).frame())));
        assertThat(peer.frame()[0]).isEqualTo((byte) FrameKind.HELLO);
        byte[] record = peer.records(commit(EVIL, 1));
        peer.write(Arrays.copyOf(record, record.length - 1));
        assertOneLine("a message has stopped after " + (record.length - 1) + " bytes");
        assertThat(receiver.requests).isEmpty();
    }

    @Test
    void aHostThatHoldsAllRoomByHalfFramesLosesItToAnother() throws Exception {
        serve(plain().with(NativeSetting.PARTIAL_BYTES_MAX, 1 << 20));
        fillWithHalfFrames("127.0.0.2");
        assertServed(500_000);
        assertThat(notices.of(REFUSED)).isNotEmpty().allMatch(line -> line.contains("from /127.0.0.2:"));
    }

    @Test
    void connectionsThatStopInTheMiddleOfFramesLoseTheirRoomToOneOfTheSameHostThatGoesOn() throws Exception {
        serve(plain().with(NativeSetting.PARTIAL_BYTES_MAX, 1 << 20));
        List<Socket> holding = fillWithHalfFrames("127.0.0.1");
        List<String> stopped = holding.stream()
                .map(each -> "127.0.0.1:" + each.getLocalPort() + " ")
                .toList();
        assertServed(500_000);
        assertThat(notices.of(REFUSED))
                .isNotEmpty()
                .allMatch(line -> stopped.stream().anyMatch(line::contains));
    }

    /** Opens so many that there is no room for one more. */
    private List<Socket> fillWithHalfFrames(String host) throws Exception {
        List<Socket> holding = new ArrayList<>();
        byte[] part = new byte[120_000];
        part[1] = 0x3F; // a frame of four million bytes
        while (notices.of(REFUSED).isEmpty()) {
            Socket socket = introduced(connectFrom(host), EVIL);
            holding.add(socket);
            try {
                socket.getOutputStream().write(part);
                socket.getOutputStream().flush();
            } catch (IOException refusedMeanwhile) {
                // the server has closed it to make room
            }
        }
        return holding;
    }

    /** A large message is answered on another connection, which keeps to the protocol. */
    private void assertServed(int size) throws Exception {
        byte[] sent = new byte[size];
        Arrays.fill(sent, (byte) 7);
        CompletableFuture<Result> result = new CompletableFuture<>();
        made(plain(), GOOD, new RecordingNotices())
                .peer(address())
                .call(
                        new Call(
                                "office",
                                Office.class.getMethod("echo", byte[].class),
                                new Object[] {sent},
                                null,
                                Waiting.MILLIS_MAX),
                        result::complete);
        assertThat(result.get())
                .isInstanceOfSatisfying(
                        Result.Returned.class,
                        returned -> assertThat((byte[]) returned.value()).isEqualTo(sent));
    }

    @Test
    void aCommitThatIsPlayedAgainIsTakenOnce() throws Exception {
        serve(plain());
        Socket socket = introduced(EVIL);
        byte[] commit = commit(EVIL, 1);
        socket.getOutputStream().write(commit);
        assertThat(frame(socket)[0]).isEqualTo((byte) FrameKind.ANSWER);
        socket.getOutputStream().write(commit);
        assertRefused(socket, "number 1", "used once");
        assertThat(receiver.requests).hasSize(1);
        assertOneLine("number 1");
        assertUnharmed(plain());
    }

    @Test
    void aCommitThatIsPlayedAgainByAnotherConnectionCommitsNothing() throws Exception {
        try (WireWorld world = new WireWorld(WireKind.NATIVE, folder)) {
            WireWorld.Member client = world.member("client");
            WireWorld.Member bank = world.member("bank");
            client.service.manager().begin();
            client.work();
            client.desk(bank).work();
            client.service.manager().commit();
            List<byte[]> recorded = bank.tap().askedFrames();
            Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), bank.tap().port());
            open.add(0, socket);
            socket.setSoTimeout(Waiting.MILLIS_MAX);
            socket.getOutputStream().write(recorded.get(0));
            assertThat(frame(socket)[0]).isEqualTo((byte) FrameKind.HELLO);
            socket.getOutputStream().write(recorded.get(recorded.size() - 1));
            assertThat(frame(socket)[0]).isEqualTo((byte) FrameKind.ANSWER);
            assertThat(world.events().all()).filteredOn("bank.commit"::equals).hasSize(1);
            assertThat(bank.service.node().coordinator().isIdle()).isTrue();
            client.desk(bank).look();
        }
    }

    @Test
    void whoIsNoNodeTellsNobodyToCommit() throws Exception {
        serve(plain());
        LocalTransactionId name = new LocalTransactionId(SERVER, 1);
        TcpTransport client = made(plain(), null, new RecordingNotices());
        Response response = ask(client, address(), new Request.Ask(RemoteVerb.COMMIT, new BranchRef(name, name)));
        assertThat(response)
                .isInstanceOfSatisfying(
                        Response.Refused.class,
                        refused -> assertThat(refused.why()).isEqualTo(Response.Why.FORBIDDEN));
        assertThat(receiver.requests).isEmpty();
        assertThat(notices.of(8112)).hasSize(1);
        assertThat(ask(client, address(), new Request.Begin(1))).isInstanceOf(Response.Answered.class);
        assertUnharmed(plain());
    }

    @Test
    void anAddressThatIsNotAllowedIsNeverCalled() throws Exception {
        AdjustableClock clock = new AdjustableClock();
        NativeFixture wire = new NativeFixture(clock, TransportFixture.Limits.DEFAULT, "none", null);
        open.add(wire);
        ServiceNode node = new ServiceNode("bank", wire, new EventList(), clock);
        open.add(0, node);
        node.allowed = named -> named.startsWith("native://127.0.0.1:");
        node.services().export("office", Office.class, number -> number, CallTransaction.MANDATORY);
        LocalTransactionId evils = new LocalTransactionId(EVIL, 1);
        Context context = new Context(evils, new SuperiorRef(evils, "native://10.0.0.1:1"), 5_000, null);
        CompletableFuture<Result> result = new CompletableFuture<>();
        made(plain(), EVIL, notices)
                .peer(wire.address("bank"))
                .call(
                        new Call(
                                "office",
                                Office.class.getMethod("ping", int.class),
                                new Object[] {1},
                                context,
                                Waiting.MILLIS_MAX),
                        result::complete);
        assertThat(result.get())
                .isInstanceOfSatisfying(
                        Result.Thrown.class,
                        thrown -> assertThat(thrown.failure()).hasMessageContaining("native://10.0.0.1:1"));
        assertThat(node.node().coordinator().isIdle()).isTrue();
        assertThat(node.node().notices().all())
                .singleElement()
                .asString()
                .contains("ASSENT-8016", "native://10.0.0.1:1", evils.toString());
    }

    @Test
    void oneConnectionMoreThanTheLimitIsClosed() throws Exception {
        serve(plain().with(NativeSetting.CONNECTIONS_MAX, 1));
        Socket first = introduced(GOOD);
        Socket second = connect();
        assertThat(isOver(second)).isTrue();
        assertOneLine(CROWDED, "transport.NAME.connections-max");
        first.close();
        Awaitility.await().ignoreExceptions().untilAsserted(() -> introduced(GOOD));
    }

    @Test
    void aClientThatIsAnotherAtEachConnectionCountsAsOneOfItsHost() throws Exception {
        serve(plain());
        for (int i = 0; i < 2; i++) {
            ask(made(plain(), null, new RecordingNotices()), address(), new Request.Begin(1));
        }
        assertThat(receiver.callers).extracting(Caller::name).doesNotHaveDuplicates();
        assertThat(receiver.callers).extracting(Caller::countedAs).doesNotHaveDuplicates();
        assertThat(receiver.callers).extracting(Caller::host).containsExactly("127.0.0.1", "127.0.0.1");
    }

    @Test
    void nodesThatOneInventsCountAsItsHost() throws Exception {
        serve(plain());
        for (NodeEpoch each : List.of(GOOD, EVIL)) {
            ask(made(plain(), each, new RecordingNotices()), address(), new Request.Begin(1));
        }
        assertThat(receiver.callers).extracting(Caller::node).containsExactly(GOOD.node(), EVIL.node());
        assertThat(receiver.callers).extracting(Caller::host).containsExactly("127.0.0.1", "127.0.0.1");
    }

    /** Its key is all that a client is known by: one that reads a log must not be able to send it. */
    @Test
    void nameOfClient_onPlainNative_isTheSameAgainAndNotItsKey() throws Exception {
        serve(plain());
        NodeEpoch key = Hello.ofClient(0x0123_4567_89AB_CDEFL, 0x1122_3344_5566_7788L);
        Hello hello = new Hello(
                Hello.VERSION,
                Hello.VERSION,
                false,
                key,
                hello(Hello.VERSION, key).limits(),
                "");
        for (int i = 0; i < 2; i++) {
            Socket socket = connect();
            socket.getOutputStream().write(bytes(hello.frame()));
            assertThat(frame(socket)[0]).isEqualTo((byte) FrameKind.HELLO);
            WireOut out = new WireOut(FrameKind.ASK).putLong(0);
            RequestCodec.write(
                    out,
                    new Shorthand(hello.party("native"), hello.party("native"), new Aliases()),
                    new Request.Begin(1));
            Frame begin = out.frame();
            begin.setNumber(1);
            socket.getOutputStream().write(bytes(begin));
            assertThat(frame(socket)[0]).isEqualTo((byte) FrameKind.ANSWER);
        }
        assertThat(receiver.callers).hasSize(2);
        Caller first = receiver.callers.get(0);
        assertThat(first.isSame(receiver.callers.get(1))).isTrue();
        String digits = key.node().toString();
        for (int i = 0; i + 8 <= digits.length(); i += 8) {
            assertThat(first.toString()).doesNotContain(digits.substring(i, i + 8));
        }
        assertThat(first.name()).matches("client [0-9a-f]{32}");
        assertThat(first.countedAs()).isEqualTo(first.name());
    }

    // ---- certificates

    private final Certificates ours = new Certificates(folder, "ours");

    @Test
    void aNodeWithItsCertificateIsTaken() throws Exception {
        serve(ours.with(plain(), "server", SERVER.node()));
        assertUnharmed(ours.with(plain(), "good", GOOD.node()));
        assertThat(receiver.callers).containsExactly(new Caller(GOOD.node(), "CN=good"));
        assertThat(notices.all()).isEmpty();
    }

    @Test
    void whoSpeaksNoTlsIsRefused() throws Exception {
        serve(ours.with(plain(), "server", SERVER.node()));
        assertNotCalled(plain(), EVIL);
        assertOneLine("/127.0.0.1:", "Unrecognized SSL message");
        assertUnharmed(ours.with(plain(), "good", GOOD.node()));
    }

    @Test
    void aCertificateOfSomebodyElsesIsRefused() throws Exception {
        NativeConfig good = ours.with(plain(), "good", GOOD.node());
        serve(ours.with(plain(), "server", SERVER.node()));
        // the JDK does not even show a certificate of an unknown signer, so this signer has our signer's name
        NativeConfig forged = new Certificates(Files.createTempDirectory(folder, "theirs"), "ours")
                .with(plain(), "forged", GOOD.node())
                .with(NativeSetting.TRUST_STORE, good.get(NativeSetting.TRUST_STORE));
        assertNotCalled(forged, GOOD);
        assertOneLine("/127.0.0.1:", "PKIX path validation failed");
        assertUnharmed(good);
    }

    @Test
    void whoShowsNoCertificateIsRefused() throws Exception {
        NativeConfig good = ours.with(plain(), "good", GOOD.node());
        serve(ours.with(plain(), "server", SERVER.node()));
        try (Socket socket =
                Certificates.trusting(good).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(Waiting.MILLIS_MAX);
            assertThat(isRefused(socket, bytes(hello(Hello.VERSION, EVIL).frame())))
                    .isTrue();
        }
        assertThat(receiver.callers).isEmpty();
        assertOneLine("/127.0.0.1:", "Empty client certificate chain");
        assertUnharmed(good);
    }

    @Test
    void aConnectionThatIsPlayedAgainIsRefused() throws Exception {
        NativeConfig good = ours.with(plain(), "good", GOOD.node());
        serve(ours.with(plain(), "server", SERVER.node()));
        WireTap tap = new WireTap(port());
        open.add(0, tap);
        LocalTransactionId name = new LocalTransactionId(SERVER, 1);
        Request commit = new Request.Ask(RemoteVerb.COMMIT, new BranchRef(name, name));
        TcpTransport client = made(good, GOOD, new RecordingNotices());
        assertThat(ask(client, "native://127.0.0.1:" + tap.port(), commit)).isInstanceOf(Response.Answered.class);
        Socket socket = connect();
        socket.getOutputStream().write(tap.asked());
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        assertThat(receiver.requests).hasSize(1);
        assertOneLine("/127.0.0.1:", "Tag mismatch");
        assertUnharmed(good);
    }

    @Test
    void aNodeThatItsCertificateDoesNotNameIsRefused() throws Exception {
        serve(ours.with(plain(), "server", SERVER.node()));
        assertNotCalled(ours.with(plain(), "evil", EVIL.node()), GOOD);
        assertOneLine("ASSENT-8115", GOOD.node().toString(), EVIL.node().toString(), "CN=evil");
        assertUnharmed(ours.with(plain(), "good", GOOD.node()));
    }

    @Test
    void aServerThatItsCertificateDoesNotNameIsNotCalled() throws Exception {
        serve(ours.with(plain(), "server", EVIL.node()));
        assertNotCalled(ours.with(plain(), "good", GOOD.node()), GOOD);
        assertThat(receiver.callers).isEmpty();
    }

    @Test
    void aClientsCertificateCommitsNobodysTransaction() throws Exception {
        serve(ours.with(plain(), "server", SERVER.node()));
        LocalTransactionId name = new LocalTransactionId(SERVER, 1);
        TcpTransport client = made(ours.with(plain(), "client", null), null, new RecordingNotices());
        Response response = ask(client, address(), new Request.Ask(RemoteVerb.COMMIT, new BranchRef(name, name)));
        assertThat(response).isInstanceOf(Response.Refused.class);
        assertThat(receiver.requests).isEmpty();
        assertThat(notices.of(8112)).hasSize(1);
        assertThat(notices.of(8112).get(0)).contains("CN=client");
    }

    @Test
    void aNodeWithItsCertificateCommitsNothingOfAnothers() throws Exception {
        try (WireWorld world = new WireWorld(WireKind.NATIVE_TLS, folder)) {
            WireWorld.Member client = world.member("client");
            WireWorld.Member bank = world.member("bank");
            WireWorld.Member evil = world.member("evil");
            client.service.manager().begin();
            client.desk(bank).work();
            GlobalTransaction work = bank.service.node().coordinator().active().get(0);
            BranchRef branch = new BranchRef(work.id(), Objects.requireNonNull(work.incarnation()));
            for (RemoteVerb verb : List.of(RemoteVerb.PREPARE, RemoteVerb.COMMIT, RemoteVerb.ROLLBACK)) {
                CompletableFuture<Response> response = new CompletableFuture<>();
                evil.service
                        .transport()
                        .peer(Objects.requireNonNull(bank.service.transport().address()))
                        .ask(new Request.Ask(verb, branch), Waiting.MILLIS_MAX, response::complete);
                assertThat(response.get())
                        .isInstanceOfSatisfying(
                                Response.Refused.class,
                                refused -> assertThat(refused.why()).isEqualTo(Response.Why.FORBIDDEN));
            }
            assertThat(bank.service.node().notices().all())
                    .singleElement()
                    .asString()
                    .contains("ASSENT-8017", "CN=evil", "PREPARE", work.id().toString());
            client.service.manager().commit();
            assertThat(bank.resource.committed()).isOne();
        }
    }

    private void assertNotCalled(NativeConfig config, NodeEpoch life) throws Exception {
        TcpTransport caller =
                made(config.with(NativeSetting.CONNECT_MILLIS_MAX, Waiting.MILLIS_MAX), life, new RecordingNotices());
        assertThat(ask(caller, address(), new Request.Begin(1)))
                .isInstanceOfSatisfying(
                        Response.Unanswered.class,
                        lost -> assertThat(lost.mayHaveArrived()).isFalse());
        assertThat(receiver.callers).isEmpty();
    }

    // ---- settings

    @Test
    void beyondThisMachineNothingGoesWithoutProtection() {
        TcpTransport transport = made(plain().with(NativeSetting.LISTEN, "0.0.0.0:0"), GOOD, notices);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> transport.open(receiver))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8114", "native://0.0.0.0:0", "native-key-store");
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> transport.peer("native://bank.example:7400"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("native-plain-beyond-loopback");
        TcpTransport told = made(plain().with(NativeSetting.PLAIN_BEYOND_LOOPBACK, true), GOOD, notices);
        assertThat(told.peer("native://bank.example:7400").address()).isEqualTo("native://bank.example:7400");
    }
}
