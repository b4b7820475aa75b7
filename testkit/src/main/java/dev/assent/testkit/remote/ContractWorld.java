package dev.assent.testkit.remote;

import dev.assent.remote.service.ServiceLimits;
import dev.assent.testkit.Waiting;
import dev.assent.testkit.resource.AdjustableClock;
import dev.assent.testkit.resource.EventList;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * The nodes of one test of the contract, the wire between them, and their clock, which goes when the test says so. A
 * wire with a clock of its own is waited for, within bounds.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class ContractWorld implements AutoCloseable {
    /** How long a reply is waited for. */
    static final long CALL_MILLIS_MAX = 3_000;

    /** How long a node keeps an unused reference. */
    static final long LEASE_MILLIS = 60_000;

    /** How many references one caller may have, and how many all. */
    static final int REFERENCES_MAX_OF_CALLER = 3;

    static final int REFERENCES_MAX = 4;

    private static final int WORKERS = 16;
    private static final long QUIET_MILLIS_MAX = 200;
    private static final Duration PAUSE = Duration.ofSeconds(5); // longer than any between two tries

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final FaultyWire wire;
    private final Map<String, RestartableNode> nodes = new ConcurrentHashMap<>();
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, threads("contract-worker"));
    private final ExecutorService background = Executors.newCachedThreadPool(threads("contract-caller"));

    /** Makes the wire of a test. */
    @FunctionalInterface
    interface WireMaker {
        TransportFixture make(AdjustableClock clock);
    }

    ContractWorld(WireMaker maker) {
        wire = new FaultyWire(maker.make(clock));
    }

    private static ThreadFactory threads(String name) {
        return work -> {
            Thread made = new Thread(work, name);
            made.setDaemon(true); // some belong to killed nodes, and wait for ever
            return made;
        };
    }

    /** A node of this name, started at the first request for it. */
    RestartableNode node(String name) {
        return nodes.computeIfAbsent(name, same -> new RestartableNode(same, this));
    }

    /** All that were asked for. */
    Collection<RestartableNode> nodes() {
        return nodes.values();
    }

    EventList events() {
        return events;
    }

    AdjustableClock clock() {
        return clock;
    }

    FaultyWire wire() {
        return wire;
    }

    ExecutorService workers() {
        return workers;
    }

    ServiceLimits limits() {
        return new ServiceLimits(
                CALL_MILLIS_MAX, LEASE_MILLIS, REFERENCES_MAX_OF_CALLER, REFERENCES_MAX + 1, REFERENCES_MAX);
    }

    // ---- time

    /** Does something on a thread of its own. */
    <T> Future<T> inBackground(Callable<T> work) {
        return background.submit(work);
    }

    /** The result of background work. */
    static <T> T get(Future<T> done) throws Exception {
        return done.get();
    }

    /** Waits for the ends of background work. */
    static void get(List<? extends Future<?>> all) throws Exception {
        for (Future<?> each : all) {
            get(each);
        }
    }

    /** Waits until something holds. */
    static void until(BooleanSupplier holds) {
        Awaitility.await().pollInSameThread().until(holds::getAsBoolean);
    }

    /** For work of a node, which is interrupted when the world ends. */
    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Time passes for all nodes, and for a wire that has no clock of its own. */
    void pass(Duration time) {
        clock.advance(time);
        wire.tick();
        for (RestartableNode each : nodes.values()) {
            if (each.isAlive()) {
                each.coordinator().tick();
                each.service().tick();
                each.service().services().tick();
            }
        }
    }

    /** Waits until no message is under way that will be answered soon. */
    void quiet() {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(QUIET_MILLIS_MAX);
        while (wire.underWay() > 0 && System.nanoTime() - untilNanos < 0) {
            Thread.onSpinWait();
        }
    }

    /** Lets recovery run everywhere, with time between its passes, until no node has work left. */
    void settle() {
        settle(nodes.values());
    }

    /** As {@link #settle()}, with recovery of these nodes only, until these have nothing to do any more. */
    void settle(RestartableNode... some) {
        settle(List.of(some));
    }

    private void settle(Collection<RestartableNode> some) {
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> unfinishedAfterPass(some), List::isEmpty);
    }

    /** The work that each node still has to do after a recovery pass, in sentences. */
    private List<String> unfinishedAfterPass(Collection<RestartableNode> some) {
        quiet();
        List<String> unfinished = some.stream()
                .filter(each -> each.isAlive() && !each.isIdle())
                .map(RestartableNode::unfinished)
                .toList();
        if (!unfinished.isEmpty()) {
            recover(some);
        }
        return unfinished;
    }

    /** A few passes, that achieve nothing. */
    void recoverInVain(RestartableNode... some) {
        for (int i = 0; i < 3; i++) {
            recover(List.of(some));
            quiet();
        }
    }

    private void recover(Collection<RestartableNode> some) {
        some.stream().filter(RestartableNode::isAlive).forEach(RestartableNode::recover);
        quiet();
        pass(PAUSE);
    }

    @Override
    public void close() {
        wire.mend();
        nodes.values().forEach(RestartableNode::close);
        wire.close();
        workers.shutdownNow();
        background.shutdownNow();
    }
}
