package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.harness.Fast;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.service.TransactionAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose thread does the work of calls, and what becomes of the others when that one is held up. */
@Fast
@Timeout(120)
class ShortWorkTest {
    private static final String READER = "assent-native-0";

    private final List<ConnectedNode> nodes = new ArrayList<>();
    private final NativeTransport serving = node();
    private final Desk desk = new Desk();

    /** What is called here. */
    public interface Office {
        /** The name of the thread that has done it; waits when there is something to wait for. */
        String work(boolean isToWait);
    }

    private static final class Desk implements Office {
        volatile CountDownLatch waits = new CountDownLatch(1);
        volatile CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public String work(boolean isToWait) {
            if (isToWait) {
                waits.countDown();
                try {
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return Thread.currentThread().getName();
        }

        void expect() {
            waits = new CountDownLatch(1);
            goOn = new CountDownLatch(1);
        }
    }

    private NativeTransport node() {
        ConnectedNode node =
                ConnectedNode.open(AssentConfig.defaults().with(Setting.LOG, "memory"), RemoteConfig.defaults(), null);
        nodes.add(node);
        NativeTransport transport = NativeTransport.of(
                node.assent().life().node(),
                node.services(),
                NativeConfig.defaults()
                        .with(NativeSetting.LISTEN, "127.0.0.1:0")
                        .with(NativeSetting.THREADS, 1));
        node.add(transport);
        return transport;
    }

    private Office connect() {
        nodes.get(0).export("office", Office.class, desk, TransactionAttribute.SUPPORTS);
        node();
        return nodes.get(1).connect(Objects.requireNonNull(serving.address()) + "/office", Office.class);
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(ConnectedNode::close);
    }

    private static void untilShort(Office office) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ZERO)
                .until(() -> office.work(false).equals(READER));
    }

    /** By a thread of its own: a pool may have one for both callers. */
    private static CompletableFuture<String> byAnother(Supplier<String> call) {
        return CompletableFuture.supplyAsync(call, work -> new Thread(work, "another caller").start());
    }

    @Test
    void workOfWhichNothingIsKnownIsDoneByAWorker() {
        assertThat(connect().work(false)).startsWith("assent-worker-");
    }

    @Test
    void workThatIsShortIsDoneByTheThreadThatReads() {
        untilShort(connect());
    }

    /** As often as it takes: on a busy machine work is not short all the time. */
    @Test
    void workThatWasShortAndWaitsHoldsNobodyUp() throws Exception {
        Office office = connect();
        String by = "";
        for (int i = 0; i < 50 && !by.equals(READER); i++) {
            untilShort(office);
            desk.expect();
            CompletableFuture<String> waiting = byAnother(() -> office.work(true));
            assertThat(desk.waits.await(30, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<String> other = byAnother(() -> office.work(false));
            assertThat(other.get(30, TimeUnit.SECONDS)).startsWith("assent-");
            assertThat(waiting).isNotDone();
            desk.goOn.countDown();
            by = waiting.get(30, TimeUnit.SECONDS);
        }
        assertThat(by).isEqualTo(READER);
        untilShort(office); // the one that goes on does such work, too
    }
}
