package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.LogFolderHeldException;
import dev.assent.LogUnavailableException;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.NodeState.Mode;
import dev.assent.core.operator.Operator;
import dev.assent.core.operator.OperatorConsole;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The socket of a running node, and nodes that are opened for an operator. */
@Fast
class AdminSocketIT {
    /** How long a client may take, where one takes longer; a good one may need a second try then. */
    private static final long TALK_MILLIS = 500;

    private static final OperatorRequest LIST = new OperatorRequest(Verb.LIST, "", Flags.NONE, "");

    @TempDir
    private Path temp;

    private final RecordingResource orders = new RecordingResource("orders", new EventList());

    private AssentConfig config(Path folder) {
        return AssentConfig.defaults().with(Setting.LOG_FOLDER, folder);
    }

    private static OperatorAnswer ask(Path folder) throws IOException {
        return AdminClient.ask(folder, LIST, Duration.ofSeconds(60));
    }

    @Test
    void aRunningNodeAnswersUntilItIsClosed() throws Exception {
        Path folder = temp.resolve("log");
        try (Assent assent = Assent.builder().config(config(folder)).open()) {
            assertThat(ask(folder).status()).as("no resource was asked").isEqualTo(OperatorAnswer.FINDING);
            try (Assent.RecoveryPause untilAllAreThere = assent.pauseRecovery()) {
                assent.register(orders);
                assertThat(ask(folder).text()).contains("resource  orders: 0 in doubt", "still being opened");
                OperatorRequest commit = new OperatorRequest(Verb.COMMIT, "ffff", Flags.NONE, "");
                assertThat(AdminClient.ask(folder, commit, Duration.ofSeconds(60))
                                .text())
                        .contains("ASSENT-4051");
            }
            OperatorAnswer answer = ask(folder);
            assertThat(answer.status()).isEqualTo(OperatorAnswer.CLEAR);
            assertThat(answer.text())
                    .contains(assent.life().node().toString(), "epoch 1, running", "nothing is in doubt");
            assertThat(answer).isEqualTo(assent.operator().run(LIST));
            assertThatThrownBy(() -> Assent.builder().config(config(folder)).openToRead())
                    .isInstanceOf(LogFolderHeldException.class)
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
        assertThat(folder.resolve(AdminSocket.FILE)).doesNotExist();
        assertThatThrownBy(() -> ask(folder)).isInstanceOf(IOException.class);
    }

    @Test
    void aSocketThatACrashLeftIsReplaced() throws Exception {
        Path folder = temp.resolve("log");
        Assent.builder().config(config(folder)).open().close();
        Files.createFile(folder.resolve(AdminSocket.FILE));
        try (Assent assent = Assent.builder().config(config(folder)).open()) {
            assertThat(ask(folder).text()).contains("epoch " + assent.life().epoch());
        }
    }

    @Test
    void whatIsNoRequestIsRefusedAndTheNextOneIsAnswered() throws Exception {
        Path folder = temp.resolve("log");
        try (Assent assent = Assent.builder().config(config(folder)).open()) {
            assertThat(told(folder, 99, "LIST")).contains("ASSENT-4042", "version 99");
            assertThat(told(folder, 1, "SHUTDOWN")).contains("ASSENT-4042", "verb 'SHUTDOWN'");
            assertThat(ask(folder).text()).contains("running");
            assertThat(Internals.coordinator(assent).isRunning()).isTrue();
        }
    }

    @Test
    void whoAsksDoesNotWaitForEver() throws Exception {
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(temp.resolve(AdminSocket.FILE)));
            assertThatThrownBy(() -> AdminClient.ask(temp, LIST, Duration.ofMillis(200)))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("PT0.2S");
        }
    }

    @Test
    void whoConnectsAndAsksNothingIsHungUpOn() throws Exception {
        ExecutorService workers = Executors.newCachedThreadPool();
        try (TestNode node = TestNode.builder().open();
                AdminSocket socket = impatient(console(node, NodeState.RUNNING), workers);
                SocketChannel silent = connect()) {
            assertThat(socket).isNotNull();
            assertThat(Channels.newInputStream(silent).read()).isEqualTo(-1);
            awaitAnswer();
        } finally {
            workers.shutdown();
        }
    }

    private SocketChannel connect() throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(temp.resolve(AdminSocket.FILE)));
    }

    private @Nullable AdminSocket impatient(OperatorConsole console, Executor workers) {
        return AdminSocket.open(temp, new AdminSocket.Parts(console, workers, new RecordingNotices(), TALK_MILLIS));
    }

    /** On a slow machine an impatient socket hangs up on good clients, too. */
    private void awaitAnswer() {
        Awaitility.await()
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(ask(temp).text()).contains("running"));
    }

    @Test
    void aRequestThatDoesNotFitIsRefusedAtOnce() throws Exception {
        Path folder = temp.resolve("log");
        try (Assent assent = Assent.builder().config(config(folder)).open()) {
            OperatorRequest request = new OperatorRequest(Verb.COMMIT, "ffff", Flags.NONE, "x".repeat(65_536));
            assertThatThrownBy(() -> AdminClient.ask(folder, request, Duration.ofSeconds(60)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ASSENT-4053")
                    .hasMessageContaining(
                            "its reason has 65536 characters, and more bytes in UTF-8 than the 65535 that are allowed");
            assertThat(ask(folder).text()).contains(assent.life().node().toString());
        }
    }

    @Test
    void workThatIsUnpreparedIsEndedThoughAResourceHangs() throws Exception {
        Path folder = temp.resolve("log");
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch isHung = new CountDownLatch(1);
        RecordingResource stock = new RecordingResource("stock", new EventList());
        try (Assent assent = Assent.builder().config(config(folder)).open()) {
            assent.register(orders);
            assent.register(stock);
            TransactionManager manager = assent.transactionManager();
            manager.setTransactionTimeout(3_600); // the machine may be slow
            manager.begin();
            manager.getTransaction().enlistResource(orders.connect());
            GlobalTransaction active = Internals.coordinator(assent).active().get(0);
            stock.onOpen(() -> {
                isHung.countDown();
                try {
                    hanging.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Thread look = new Thread(() -> assent.operator().run(LIST));
            look.start();
            isHung.await();
            OperatorRequest whatIf =
                    new OperatorRequest(Verb.END, active.id().toString(), new Flags(true, false, false), "");
            assertThat(AdminClient.ask(folder, whatIf, Duration.ofMinutes(15)).text())
                    .contains("rolls it back", "begun by this node");
            OperatorRequest end = new OperatorRequest(Verb.END, active.id().toString(), Flags.NONE, "stuck");
            OperatorAnswer ended = AdminClient.ask(folder, end, Duration.ofMinutes(15));
            hanging.countDown();
            assertThat(ended.text()).isEqualTo("done: ended: it takes no more work and rolls back");
            assertThat(ended.status()).isEqualTo(OperatorAnswer.CLEAR);
            assertThat(Files.readString(folder.resolve("audit.log"))).contains("asks: end " + active.id(), "stuck");
            assertThatThrownBy(manager::commit)
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContaining("ASSENT-2062");
            look.join();
            Awaitility.await().until(() -> orders.rolledBack() == 1);
        }
    }

    /** After eight of them everybody was hung up on. */
    @Test
    void connectionsThatNobodyCanServeAreHungUpOnAndTheNextOneIsServed() throws Exception {
        AtomicInteger left = new AtomicInteger(9);
        Executor workers = work -> {
            if (left.getAndDecrement() > 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            work.run();
        };
        try (TestNode node = TestNode.builder().open()) {
            OperatorConsole console = console(node, NodeState.RUNNING);
            try (AdminSocket socket =
                    AdminSocket.open(temp, new AdminSocket.Parts(console, workers, new RecordingNotices()))) {
                assertThat(socket).isNotNull();
                for (int i = 0; i < 9; i++) {
                    assertThatThrownBy(() -> ask(temp)).isInstanceOf(IOException.class);
                }
                assertThat(ask(temp).text()).contains("running");
            }
        }
    }

    private static OperatorConsole console(TestNode node, NodeState state) {
        return new OperatorConsole(new Operator(new Operator.Parts(
                node.coordinator(), node.recovery(), AsideLogs.NONE, AuditTrail.NONE, Runnable::run, () -> state)));
    }

    @Test
    void whoComesWhenAsManyAreServedAsMayBeIsHungUpOn() throws Exception {
        ExecutorService workers = Executors.newCachedThreadPool();
        List<SocketChannel> silent = new ArrayList<>();
        try (TestNode node = TestNode.builder().open();
                AdminSocket socket = AdminSocket.open(
                        temp,
                        new AdminSocket.Parts(
                                console(node, NodeState.RUNNING),
                                workers,
                                new RecordingNotices(),
                                Waiting.MILLIS_MAX))) {
            assertThat(socket).isNotNull();
            for (int i = 0; i < 8; i++) {
                silent.add(connect());
            }
            assertThatThrownBy(() -> ask(temp)).isInstanceOf(IOException.class);
            silent.get(0).close();
            awaitAnswer();
        } finally {
            for (SocketChannel each : silent) {
                each.close();
            }
            workers.shutdown();
        }
    }

    @Test
    void whoAsksAndDoesNotReadTheAnswerIsHungUpOn() throws Exception {
        NodeState wordy = new NodeState(Mode.RUNNING, "running " + "x".repeat(4_000_000)); // no socket keeps so much
        ExecutorService workers = Executors.newCachedThreadPool();
        List<SocketChannel> deaf = new ArrayList<>();
        try (TestNode node = TestNode.builder().open();
                AdminSocket socket = impatient(console(node, wordy), workers)) {
            assertThat(socket).isNotNull();
            for (int i = 0; i < 8; i++) {
                SocketChannel asking = connect();
                deaf.add(asking);
                asking.write(ByteBuffer.wrap(command(1, "LIST")));
            }
            awaitAnswer();
        } finally {
            for (SocketChannel each : deaf) {
                each.close();
            }
            workers.shutdown();
        }
    }

    @Test
    void aNodeWithTooManyOpenFilesAnswersWhenItHasLess() throws Exception {
        Path folder = temp.resolve("log");
        List<String> limited = List.of("sh", "-c", "ulimit -n 150; exec \"$@\"", "sh");
        try (ChildJvm node = ChildJvm.start(limited, CrowdedNode.class, folder.toString())) {
            assertThat(node.readLine()).isEqualTo("open");
            assertThat(ask(folder).text()).contains("running");
            node.writeLine("fill");
            assertThat(node.readLine()).startsWith("full");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 20; i++) { // the first ones get the file that accept has taken before
                            try {
                                AdminClient.ask(folder, LIST, Duration.ofSeconds(2));
                            } catch (SocketException | EOFException hungUpOn) {
                                // it had that file, and the answer needs another one
                            }
                        }
                    })
                    .isInstanceOf(SocketTimeoutException.class);
            node.writeLine("free");
            assertThat(node.readLine()).isEqualTo("warned");
            assertThat(ask(folder).text()).contains("running");
            node.writeLine("count");
            assertThat(node.readLine()).isEqualTo("warnings: 1");
            assertThat(node.end()).isZero();
        }
    }

    @Test
    void aStrangerIsDenied() throws Exception {
        assumeTrue(Nobody.canRun());
        Path folder = temp.resolve("log");
        try (Assent assent = Assent.builder().config(config(folder)).open()) {
            for (Path each : List.of(temp, folder, folder.resolve(AdminSocket.FILE))) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            try (ChildJvm stranger = ChildJvm.start(Nobody.PREFIX, AskingNode.class, folder.toString())) {
                assertThat(stranger.readLine()).contains("status 1", "ASSENT-4037", "and root");
            }
            try (ChildJvm root = ChildJvm.start(List.of(), AskingNode.class, folder.toString())) {
                assertThat(root.readLine()).contains(assent.life().node().toString());
            }
        }
    }

    private static String told(Path folder, int version, String verb) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve(AdminSocket.FILE));
        try (SocketChannel channel = SocketChannel.open(address);
                DataInputStream in = new DataInputStream(Channels.newInputStream(channel))) {
            channel.write(ByteBuffer.wrap(command(version, verb))); // at once: it is answered before its end
            assertThat(in.readInt()).isEqualTo(OperatorAnswer.FINDING);
            return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        }
    }

    private static byte[] command(int version, String verb) throws IOException {
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(command);
        out.writeInt(version);
        out.writeUTF(verb);
        out.writeUTF("");
        out.writeByte(0);
        out.writeUTF("");
        return command.toByteArray();
    }

    @Test
    void aNodeRunsWithoutASocketWhereThePathIsTooLong() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("x".repeat(100))).resolve("log");
        try (Assent assent = Assent.builder().config(config(folder)).open()) {
            assertThat(Internals.coordinator(assent).isRunning()).isTrue();
            assertThat(folder.resolve(AdminSocket.FILE)).doesNotExist();
        }
    }

    @Test
    void lookingAtALogChangesNothingOfIt() throws Exception {
        Path folder = temp.resolve("log");
        Assent.builder().config(config(folder)).open().close();
        byte[] a = Files.readAllBytes(folder.resolve("segment-a"));
        byte[] b = Files.readAllBytes(folder.resolve("segment-b"));
        try (Assent read = Assent.builder().config(config(folder)).openToRead()) {
            assertThat(read.life().epoch()).isEqualTo(1);
            assertThat(read.operator().run(LIST).text()).contains("not running");
            assertThatThrownBy(() -> read.transactionManager().begin()).hasMessageContaining("ASSENT-1004");
            OperatorRequest adopt = new OperatorRequest(Verb.ADOPT, "0".repeat(32), Flags.NONE, "");
            assertThat(read.operator().run(adopt).text()).contains("ASSENT-4040");
        }
        assertThat(Files.readAllBytes(folder.resolve("segment-a"))).isEqualTo(a);
        assertThat(Files.readAllBytes(folder.resolve("segment-b"))).isEqualTo(b);
        assertThatThrownBy(() ->
                        Assent.builder().config(config(temp.resolve("nowhere"))).openToRead())
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageContaining("ASSENT-4038");
    }
}
