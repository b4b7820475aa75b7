package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whose thread does the work of calls, and what becomes of the others when that one is held up. All work is short that does
 * not wait: the clock goes when the test says so.
 */
@Fast
class ShortWorkTest {
    private static final String READER = "assent-native-";
    private static final String WORKER = "worker";

    /** After so much work one after the other that was short the next is believed to be. */
    private static final int SHORT_RUNS = 16;

    /** Longer than short work. */
    private static final Duration LONG = Duration.ofMillis(1);

    private final AdjustableClock clock = new AdjustableClock();
    private final NativeFixture wire = new NativeFixture(clock, TransportFixture.Limits.DEFAULT, "none", null);
    private final ExecutorService workers = Executors.newCachedThreadPool(work -> new Thread(work, WORKER));
    private final ServiceNode serving = new ServiceNode("serving", wire, new EventList(), clock);
    private final ServiceNode calling = new ServiceNode("calling", wire, new EventList(), clock);
    private final Desk desk = new Desk();
    private Office office;

    /** The called interface. */
    public interface Office {
        /** The name of the thread that has done it; waits when there is something to wait for. */
        String work(boolean isToWait);
    }

    private static final class Desk implements Office {
        final CountDownLatch waits = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public String work(boolean isToWait) {
            if (isToWait) {
                waits.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return Thread.currentThread().getName();
        }
    }

    @BeforeEach
    void connect() {
        serving.workers = workers;
        serving.services().export("office", Office.class, desk, CallTransaction.SUPPORTS);
        office = calling.services().connect(serving.address("office"), Office.class);
    }

    @AfterEach
    void closeAll() {
        desk.goOn.countDown();
        calling.close();
        serving.close();
        wire.close();
        workers.shutdownNow();
    }

    private void assertBecomesShort() {
        for (int i = 0; i < SHORT_RUNS; i++) {
            assertThat(office.work(false)).isEqualTo(WORKER);
        }
        untilShort();
    }

    /** The last one may not be counted yet when its caller has the answer. */
    private void untilShort() {
        Awaitility.await().until(() -> office.work(false).startsWith(READER));
    }

    /** By a thread of its own: a pool may have one for both callers. */
    private static CompletableFuture<String> byAnother(Supplier<String> call) {
        return CompletableFuture.supplyAsync(call, work -> new Thread(work, "another caller").start());
    }

    @Test
    void workOfWhichNothingIsKnownIsDoneByAWorkerAndByTheThreadThatReadsWhenItIsShort() {
        assertBecomesShort();
    }

    @Test
    void workThatWasShortAndWaitsHoldsNobodyUp() throws Exception {
        assertBecomesShort();
        CompletableFuture<String> waiting = byAnother(() -> office.work(true));
        desk.waits.await();
        clock.advance(LONG);
        CompletableFuture<String> other = byAnother(() -> office.work(false));
        assertThat(other.get()).as("which may wait, too").isEqualTo(WORKER);
        assertThat(waiting).isNotDone();
        desk.goOn.countDown();
        assertThat(waiting.get()).startsWith(READER);
        untilShort(); // the thread that goes on does such work, too
    }
}
