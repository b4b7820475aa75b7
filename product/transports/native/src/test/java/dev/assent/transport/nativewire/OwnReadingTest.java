package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.nativewire.assembly.TcpTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which thread reads answers, when one caller is alone for long and then is not. */
@Fast
class OwnReadingTest {
    private static final long LONG_MILLIS = 60_000;

    /** After so many calls one after the other the next one is read by its caller. */
    private static final int ALONE = 10;

    private final AdjustableClock clock = new AdjustableClock();
    private final RecordingNotices notices = new RecordingNotices();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Desk desk = new Desk();
    private final KeptPorts ports = new KeptPorts();
    private TcpTransport server = listening();
    private final TcpTransport client = made(NativeConfig.defaults(), 2);
    private Peer peer;

    /** The called interface. */
    public interface Office {
        void work();

        void waitForWord();
    }

    /** Answers work at once, and waiting calls when the test says so. */
    private static final class Desk implements Inbound {
        final Queue<Consumer<Result>> waiting = new ConcurrentLinkedQueue<>();

        @Override
        public void call(Caller from, Call call, Consumer<Result> reply) {
            if (call.method().getName().equals("work")) {
                reply.accept(returned());
            } else {
                waiting.add(reply);
            }
        }

        @Override
        public void ask(Caller from, Request request, Consumer<Response> reply) {
            reply.accept(new Response.Refused(Response.Why.NOT_READY, "nothing is begun here"));
        }

        void answerAll() {
            for (Consumer<Result> each = waiting.poll(); each != null; each = waiting.poll()) {
                each.accept(returned());
            }
        }

        private static Result returned() {
            return new Result.Returned(null, Result.Effect.NONE);
        }
    }

    private TcpTransport listening() {
        return made(NativeConfig.defaults().with(NativeSetting.LISTEN, ports.place("server")), 1);
    }

    private TcpTransport made(NativeConfig config, int node) {
        TcpTransport transport = NativeFixture.made(
                config.with(NativeSetting.THREADS, 1).with(NativeSetting.DRAIN_MILLIS_MAX, 0),
                new TransportOwner(
                        new NodeEpoch(new NodeId(node, node), 1, 0),
                        any -> Office.class,
                        clock,
                        notices,
                        null,
                        null,
                        none -> false));
        open.add(transport);
        return transport;
    }

    @BeforeEach
    void beAlone() throws Exception {
        server.open(desk);
        peer = client.peer(Objects.requireNonNull(server.address()));
        for (int i = 0; i < ALONE; i++) {
            assertThat(get(call("work", LONG_MILLIS).result())).isInstanceOf(Result.Returned.class);
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        ports.close();
    }

    /** The result of a call, and the thread that delivered it. */
    private record Told(CompletableFuture<Result> result, AtomicReference<Thread> by) {
        Told() {
            this(new CompletableFuture<>(), new AtomicReference<>());
        }

        void take(Result told) {
            by.set(Thread.currentThread());
            result.complete(told);
        }
    }

    private static Call of(String method, long millis) throws NoSuchMethodException {
        return new Call("office", Office.class.getMethod(method), new Object[0], null, millis);
    }

    /** Returns when the transport has no use for this thread any more. */
    private Told call(String method, long millis) throws NoSuchMethodException {
        Told told = new Told();
        peer.callAndRead(of(method, millis), told::take);
        return told;
    }

    /** A call whose caller waits for somebody. */
    private CompletableFuture<Told> callByAnother(long millis) {
        CompletableFuture<Told> all = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Told told = call("waitForWord", millis);
                        told.result().get();
                        return told;
                    } catch (Exception failed) {
                        throw new IllegalStateException(failed);
                    }
                },
                work -> new Thread(work, "another caller").start());
        Awaitility.await().until(() -> desk.waiting.size() == 1);
        return all;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get();
    }

    /** The first ones may find that the loop was quicker. */
    @Test
    void whoIsAloneReadsItsOwnAnswer() {
        Thread here = Thread.currentThread();
        Awaitility.await()
                .pollInSameThread()
                .until(() -> here.equals(call("work", LONG_MILLIS).by().get()));
    }

    @Test
    void whoIsAloneReadsTheAnswerToItsOwnQuestion() {
        Thread here = Thread.currentThread();
        AtomicReference<Thread> by = new AtomicReference<>();
        Awaitility.await().pollInSameThread().until(() -> {
            CompletableFuture<Response> told = new CompletableFuture<>();
            peer.askAndRead(new Request.Begin(LONG_MILLIS), LONG_MILLIS, response -> {
                by.set(Thread.currentThread());
                told.complete(response);
            });
            assertThat(get(told)).isInstanceOf(Response.Refused.class);
            return here.equals(by.get());
        });
    }

    @Test
    void whoAsksAndDoesNotWaitIsAnsweredByTheLoop() throws Exception {
        CompletableFuture<Thread> by = new CompletableFuture<>();
        peer.ask(new Request.Begin(LONG_MILLIS), LONG_MILLIS, response -> by.complete(Thread.currentThread()));
        assertThat(get(by).getName()).isEqualTo("assent-native-0");
    }

    @Test
    void whoDoesNotWaitIsAnsweredByTheLoop() throws Exception {
        Told told = new Told();
        peer.call(of("work", LONG_MILLIS), told::take);
        assertThat(get(told.result())).isInstanceOf(Result.Returned.class);
        assertThat(told.by().get().getName()).isEqualTo("assent-native-0");
    }

    @Test
    void othersAreAnsweredWhileOneReadsAndWaits() throws Exception {
        CompletableFuture<Told> first = callByAnother(LONG_MILLIS);
        for (int i = 0; i < ALONE; i++) {
            assertThat(get(call("work", LONG_MILLIS).result())).isInstanceOf(Result.Returned.class);
        }
        assertThat(first).isNotDone();
        desk.answerAll();
        assertThat(get(get(first).result())).isInstanceOf(Result.Returned.class);
    }

    @Test
    void whoReadsAndGetsNoAnswerIsToldWhenItsTimeIsOver() throws Exception {
        CompletableFuture<Told> waiting = callByAnother(200);
        clock.advance(Duration.ofMillis(200));
        assertThat(get(get(waiting).result())).isInstanceOfSatisfying(Result.Unanswered.class, lost -> {
            assertThat(lost.mayHaveArrived()).isTrue();
            assertThat(lost.cause()).hasMessageContaining("did not answer within 200 ms");
        });
    }

    @Test
    void whoReadsIsToldWhenTheTransportCloses() throws Exception {
        CompletableFuture<Told> waiting = callByAnother(LONG_MILLIS);
        client.close();
        assertThat(get(get(waiting).result())).isInstanceOf(Result.Unanswered.class);
    }

    @Test
    void whoReadsAndIsInterruptedIsAnsweredByTheLoop() throws Exception {
        Told told = new Told();
        CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                peer.callAndRead(of("waitForWord", LONG_MILLIS), told::take);
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException(impossible);
            }
            wasInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();
        Awaitility.await().until(() -> desk.waiting.size() == 1);
        caller.interrupt();
        assertThat(get(wasInterrupted)).isTrue();
        desk.answerAll();
        assertThat(get(told.result())).isInstanceOf(Result.Returned.class);
        assertThat(told.by().get().getName()).isEqualTo("assent-native-0");
    }

    /** The next call is not lost. */
    @Test
    void aServerThatLeavesBetweenTwoCallsIsNoticed() throws Exception {
        server.close();
        server = listening();
        server.open(desk);
        Thread.sleep(2); // a peer that is called again within 1 ms counts as still there
        assertThat(get(call("work", LONG_MILLIS).result())).isInstanceOf(Result.Returned.class);
    }
}
