package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.nativewire.assembly.NativeValues;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A peer that reads none of its answers keeps no other peer waiting, and costs nothing while it does not read. */
@Fast
class UnreadAnswersTest extends AttackedServer {
    private static final int ROUNDS = 300;

    /** Of each round; the records of all their answers are more than sockets keep. */
    private static final int PINGS = 1_000;

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final long REST_NANOS_MAX = LOOK.toNanos() / 5;

    private final Certificates ours = new Certificates(folder, "ours");

    @Test
    void whoWantsNewKeysAndReadsNothingKeepsOnlyItselfWaiting() throws Exception {
        serve(ours.with(plain().with(NativeSetting.THREADS, 1), "server", SERVER.node()));
        RekeyingPeer peer = new RekeyingPeer(
                port(), new NativeValues(ours.with(plain(), "evil", EVIL.node()).values()).keys());
        open.add(0, peer);
        peer.write(peer.records(bytes(hello(Hello.VERSION, EVIL).frame())));
        assertThat(peer.frame()[0]).isEqualTo((byte) FrameKind.HELLO);
        byte[] all = rounds(peer);
        CompletableFuture<Void> written = new CompletableFuture<>();
        new Thread(() -> write(peer, all, written)).start();

        awaitStandstill();
        assertUnharmed(ours.with(plain(), "good", GOOD.node()));
        awaitRest();
        assertThat(receiver.requests)
                .as("requests whose answers it does not read")
                .hasSizeLessThan(ROUNDS);

        int pongs = 0;
        for (int answers = 0; answers < ROUNDS; ) {
            byte kind = peer.frame()[0];
            assertThat(kind).isIn((byte) FrameKind.PONG, (byte) FrameKind.ANSWER);
            pongs += kind == FrameKind.PONG ? 1 : 0;
            answers += kind == FrameKind.ANSWER ? 1 : 0;
        }
        assertThat(pongs).isEqualTo(ROUNDS * PINGS);
        written.get();
        assertThat(notices.all()).isEmpty();
    }

    /** Each has pings, a request for new keys, and a question whose answer shows how far the server is. */
    private static byte[] rounds(RekeyingPeer peer) throws IOException {
        ByteArrayOutputStream pings = new ByteArrayOutputStream();
        for (int i = 0; i < PINGS; i++) {
            pings.write(bytes(new WireOut(FrameKind.PING).frame()));
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int round = 1; round <= ROUNDS; round++) {
            all.write(peer.records(pings.toByteArray()));
            all.write(peer.wishForNewKeys());
            all.write(peer.records(commit(EVIL, round)));
        }
        return all.toByteArray();
    }

    private static void write(RekeyingPeer peer, byte[] all, CompletableFuture<Void> written) {
        try {
            peer.write(all);
            written.complete(null);
        } catch (IOException closed) {
            written.completeExceptionally(closed);
        }
    }

    /** Until the server takes no more of what the peer has sent. */
    private void awaitStandstill() {
        AtomicInteger before = new AtomicInteger();
        Awaitility.await().pollInterval(LOOK).until(() -> {
            int now = receiver.requests.size();
            return now > 0 && before.getAndSet(now) == now;
        });
        assertThat(receiver.requests)
                .as("requests whose answers it does not read")
                .hasSizeLessThan(ROUNDS);
    }

    /** Until no loop has anything to do. */
    private static void awaitRest() {
        AtomicReference<Map<Long, Long>> before = new AtomicReference<>(loopNanos());
        Awaitility.await().pollDelay(LOOK).pollInterval(LOOK).until(() -> {
            Map<Long, Long> now = loopNanos();
            Map<Long, Long> then = before.getAndSet(now);
            return now.entrySet().stream()
                    .allMatch(each -> each.getValue() - then.getOrDefault(each.getKey(), 0L) < REST_NANOS_MAX);
        });
    }

    /** The processor time of each. */
    private static Map<Long, Long> loopNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Long, Long> nanos = new HashMap<>();
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().equals("assent-native-0")) {
                nanos.put(each.getId(), threads.getThreadCpuTime(each.getId()));
            }
        }
        return nanos;
    }
}
