package dev.assent.transport.iiop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import jakarta.transaction.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes that take connections and answer nothing: others are called and transactions end all the same, and nothing is left. */
@Fast
class HungPeerTest {
    private static final int THREADS = 4;
    private static final int SHARE = 2;

    /** Those that idle still after other tests. */
    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    private final AdjustableClock clock = new AdjustableClock();
    private final EventList events = new EventList();
    private final TransportFixture wire = IiopWires.open(
            clock,
            new TransportFixture.Limits(10_000, 0),
            IiopWires.Options.USUAL
                    .with(IiopSetting.THREADS_MAX, THREADS)
                    .with(IiopSetting.THREADS_PER_PLACE_MAX, SHARE));
    private final ServiceNode bank = new ServiceNode("bank", wire, events, clock);
    private final ServiceNode shop = new ServiceNode("shop", wire, events, clock);
    private final RecordingResource resource = bank.node().resource("r");

    /** The exported interface. */
    public interface Account {
        /** Adds to it. */
        int add(int amount);
    }

    /** A process that reads and says nothing. */
    private static final class Mute implements AutoCloseable {
        final List<Socket> taken = new CopyOnWriteArrayList<>();
        private final ServerSocket listening;

        Mute() throws Exception {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread taking = new Thread(() -> {
                try {
                    while (true) {
                        taken.add(listening.accept());
                    }
                } catch (IOException closed) {
                    return;
                }
            });
            taking.setDaemon(true);
            taking.start();
        }

        String reference() {
            return new WrittenIor("IDL:test/Mute:1.0")
                    .at("127.0.0.1", listening.getLocalPort(), new byte[] {1})
                    .toString();
        }

        String address() {
            return "iiop://127.0.0.1:" + listening.getLocalPort() + "/" + reference();
        }

        @Override
        public void close() throws Exception {
            listening.close();
            for (Socket each : taken) {
                each.close();
            }
        }
    }

    @AfterEach
    void close() {
        shop.close();
        bank.close();
        wire.close();
    }

    private List<CompletableFuture<Integer>> call(Mute mute, int count) {
        Account hung = shop.services().connect(mute.address(), Account.class);
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(CompletableFuture.supplyAsync(() -> hung.add(1), work -> new Thread(work, "caller").start()));
        }
        return calls;
    }

    private long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith(name) && !before.contains(each))
                .count();
    }

    private void timeOut(List<CompletableFuture<Integer>> calls) {
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            clock.advance(Duration.ofSeconds(40));
            wire.tick();
            return calls.stream().allMatch(CompletableFuture::isDone);
        });
        for (CompletableFuture<Integer> each : calls) {
            assertThatThrownBy(each::join).hasCauseInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void othersAreCalledWhileOneAnswersNothing() throws Exception {
        bank.services().export("account", Account.class, amount -> amount + 1, CallTransaction.SUPPORTS);
        Account account = shop.services().connect(bank.address("account"), Account.class);
        try (Mute mute = new Mute()) {
            List<CompletableFuture<Integer>> calls = call(mute, THREADS + 1);
            Awaitility.await().until(() -> threads("assent-iiop-calling") >= SHARE);
            assertThat(account.add(1)).isEqualTo(2);
            timeOut(calls);
        }
    }

    @Test
    void aTransactionEndsWhileAllCallsHang() throws Exception {
        bank.services()
                .export(
                        "account",
                        Account.class,
                        amount -> {
                            bank.work(resource);
                            return amount + 1;
                        },
                        CallTransaction.MANDATORY);
        Account account = shop.services().connect(bank.address("account"), Account.class);
        try (Mute one = new Mute();
                Mute other = new Mute()) {
            shop.manager().begin();
            assertThat(account.add(1)).isEqualTo(2);
            Transaction begun = shop.manager().suspend();
            List<CompletableFuture<Integer>> calls = call(one, SHARE);
            calls.addAll(call(other, SHARE));
            Awaitility.await().until(() -> !one.taken.isEmpty() && !other.taken.isEmpty());
            CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(() -> commit(begun));
            assertThat(ended.get()).isTrue();
            assertThat(resource.committed()).isOne();
            timeOut(calls);
        }
    }

    private boolean commit(Transaction begun) {
        try {
            shop.manager().resume(begun);
            shop.manager().commit();
            return true;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void aCallThatHangsInItsCalleeIsLost() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        bank.services()
                .export(
                        "account",
                        Account.class,
                        amount -> {
                            called.countDown();
                            try {
                                go.await();
                            } catch (InterruptedException ended) {
                                throw new IllegalStateException(ended);
                            }
                            return amount;
                        },
                        CallTransaction.SUPPORTS);
        Account account = shop.services().connect(bank.address("account"), Account.class);
        CompletableFuture<Integer> call = CompletableFuture.supplyAsync(() -> account.add(1));
        called.await();
        timeOut(List.of(call));
        assertThatThrownBy(call::join).hasCauseInstanceOf(CallLostException.class);
        go.countDown();
    }

    @Test
    void threadsAreGivenBackWhenTheyAreGone() throws Exception {
        try (Mute mute = new Mute()) {
            hang(mute);
        }
        closeNodes();
    }

    @Test
    void threadsAndSocketsAreGivenBackWhenTheCallerEnds() throws Exception {
        try (Mute mute = new Mute()) {
            hang(mute);
            closeNodes();
            InputStream sent = mute.taken.get(0).getInputStream();
            sent.transferTo(OutputStream.nullOutputStream()); // until the connection is closed
        }
    }

    private void hang(Mute mute) {
        List<CompletableFuture<Integer>> calls = call(mute, SHARE);
        Awaitility.await().until(() -> threads("assent-iiop-calling") == SHARE && !mute.taken.isEmpty());
        timeOut(calls);
        assertThat(threads("assent-iiop-calling")).as("the ORB has them").isEqualTo(SHARE);
        assertThat(mute.taken).as("one connection carries all").hasSize(1);
    }

    private void closeNodes() {
        shop.close();
        bank.close();
        Awaitility.await()
                .untilAsserted(() -> assertThat(threads("assent-iiop"))
                        .as("those of the transports")
                        .isZero());
    }
}
