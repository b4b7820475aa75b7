package dev.assent.testkit.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.NodeAssembly;
import dev.assent.core.NodeLayer;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.identity.NodeId;
import dev.assent.core.jta.JtaInflow;
import dev.assent.core.jta.JtaNode;
import dev.assent.core.jta.JtaSynchronizationRegistry;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.jta.JtaTransactionManager;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.metrics.MetricsSnapshot;
import dev.assent.core.observe.Tracer;
import dev.assent.core.operator.NodeState;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.xa.RecoverableResource;
import dev.assent.core.xa.XaResources;
import dev.assent.testkit.storage.SimulatedDisk;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A whole node for a test: the real parts of core on a clock that the test moves, a log that is
 * recorded, and {@linkplain RecordingResource resources} that record into the same list. The timer ticks
 * when the test {@linkplain #advance says so}, recovery runs when it is called.
 *
 * <p>{@link #close} fails when some resource was asked what X/Open XA does not allow.
 *
 * <p>Thread safety: as the parts.
 */
public final class TestNode implements AutoCloseable {
    private static final int TRANSACTIONS_MAX = 1024;
    private static final int RECOVERY_PERIOD_SECONDS = 60;

    private final EventList events;
    private final AdjustableClock clock;
    private final RecordingNotices notices = new RecordingNotices();
    private final RecordingDecisionLog log;
    private final Metrics metrics;
    private final NodeAssembly parts;
    private final Map<String, RecordingResource> recording = new LinkedHashMap<>();

    private TestNode(Builder builder) {
        events = builder.events;
        clock = builder.clock;
        log = new RecordingDecisionLog(builder.log, events);
        metrics = new Metrics(clock, 1);
        parts = new NodeAssembly(
                new NodeAssembly.Ports(
                        log,
                        clock,
                        builder.dispatcher,
                        builder.background,
                        builder.workers,
                        builder.pause,
                        ThreadWaiter::new,
                        new AtomicLong()::incrementAndGet,
                        builder.tracer,
                        metrics,
                        notices),
                new NodeAssembly.Acting(AsideLogs.NONE, AuditTrail.NONE, Runnable::run, () -> NodeState.RUNNING),
                new NodeAssembly.Limits(
                        builder.transactionsMax, builder.timeoutSecondsDefault, RECOVERY_PERIOD_SECONDS, false),
                builder.layer);
        parts.restore();
    }

    /** A node with a log in memory that asks inline, with no timeout by default. */
    public static TestNode open() {
        return builder().open();
    }

    /** To make a node that is different. */
    public static Builder builder() {
        return new Builder();
    }

    /** How a node is made. Not thread-safe. */
    public static final class Builder {
        private EventList events = new EventList();
        private AdjustableClock clock = new AdjustableClock();
        private DecisionLog log = new MemoryDecisionLog(() -> new NodeId(1, 2));
        private Dispatcher dispatcher = Dispatcher.INLINE;
        private Executor background = Runnable::run;
        private Runnable pause = Thread::yield;
        private @Nullable Tracer tracer;
        private NodeLayer.Factory layer = above -> NodeLayer.NONE;
        private Executor workers = Runnable::run;
        private int timeoutSecondsDefault;
        private int transactionsMax = TRANSACTIONS_MAX;

        /** Its list of events, to share it with others. */
        public Builder events(EventList shared) {
            events = shared;
            return this;
        }

        /** Its clock, to share it with others. */
        public Builder clock(AdjustableClock shared) {
            clock = shared;
            return this;
        }

        /** Its clock. */
        public AdjustableClock clock() {
            return clock;
        }

        /** Its log, in place of one in memory; closed with the node. */
        public Builder log(DecisionLog newLog) {
            log = newLog;
            return this;
        }

        /** A disk with its log, in place of one in memory; unmounted when the node is closed. */
        public Builder disk(SimulatedDisk disk) {
            return log(FileDecisionLog.open(
                    disk.mount(new SplittableRandom(1)),
                    new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
                    () -> new NodeId(1, 2)));
        }

        /** How it asks participants, in place of inline. */
        public Builder dispatcher(Dispatcher newDispatcher) {
            dispatcher = newDispatcher;
            return this;
        }

        /** Where timeouts roll back, in place of the thread that {@linkplain TestNode#advance ticks}. */
        public Builder background(Executor newBackground) {
            background = newBackground;
            return this;
        }

        /** The work of a thread while it waits for another one inside, in place of letting that go on. */
        public Builder pause(Runnable newPause) {
            pause = newPause;
            return this;
        }

        /** The tracer that learns of fault points. */
        public Builder tracer(Tracer newTracer) {
            tracer = newTracer;
            return this;
        }

        /** Reads the descriptions of remote participants and superiors in its log, when no layer is above the node. */
        public Builder descriptions(Descriptions newDescriptions) {
            return layer(above -> new ReadingLayer(newDescriptions));
        }

        /** The layer above the node; it hears nothing of the node's life. */
        public Builder layer(NodeLayer.Factory newLayer) {
            layer = newLayer;
            return this;
        }

        /** Does the work of the layer above, in place of the thread that brings that work. */
        public Builder workers(Executor newWorkers) {
            workers = newWorkers;
            return this;
        }

        /** The timeout of transactions that ask for none; 0, the default, for no timeout. */
        public Builder timeoutSecondsDefault(int seconds) {
            timeoutSecondsDefault = seconds;
            return this;
        }

        /** How many transactions may be under way, a power of two. */
        public Builder transactionsMax(int max) {
            transactionsMax = max;
            return this;
        }

        /** Makes the node; its log is read. */
        public TestNode open() {
            return new TestNode(this);
        }
    }

    /** Reads its own in the log, and does nothing else. */
    private record ReadingLayer(Descriptions descriptions) implements NodeLayer {
        @Override
        public void ready() {}

        @Override
        public void tick() {}

        @Override
        public void stop() {}

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void close() {}
    }

    /** A new resource manager of this name, registered. */
    public RecordingResource resource(String name) {
        RecordingResource made = new RecordingResource(name, events);
        register(made);
        return made;
    }

    /** Registers a resource manager that is there already. */
    public void register(RecoverableResource resource) {
        resources().register(resource);
        if (resource instanceof RecordingResource made) {
            recording.put(made.name(), made);
        }
    }

    /** Takes a resource manager out. */
    public void unregister(String name) {
        RecoverableResource known = resources().find(name);
        if (known != null) {
            resources().unregister(known);
        }
    }

    /** Whether some transaction waits for recovery. */
    public boolean awaitsRecovery() {
        return coordinator().parked().stream().anyMatch(recovery()::awaits);
    }

    /** Lets time pass and the timer tick. */
    public void advance(Duration time) {
        clock.advance(time);
        coordinator().tick();
    }

    /** The events of its resources and its log. */
    public EventList events() {
        return events;
    }

    /** Its clock. */
    public AdjustableClock clock() {
        return clock;
    }

    /** Its log. */
    public RecordingDecisionLog log() {
        return log;
    }

    /** The notices for its operators. */
    public RecordingNotices notices() {
        return notices;
    }

    /** Its counts, with every transaction timed, and without those under way. */
    public MetricsSnapshot metrics() {
        return metrics.snapshot(new MetricsSnapshot.Now(0, 0, 0, 0), log.statistics());
    }

    /** Its engine. */
    public Coordinator coordinator() {
        return parts.coordinator();
    }

    /** Its recovery. */
    public Recovery recovery() {
        return parts.recovery();
    }

    /** Its resources by name. */
    public XaResources resources() {
        return parts.resources();
    }

    /** The common part of its JTA faces. */
    public JtaNode jta() {
        return parts.jta();
    }

    /** Where transactions of superiors come in. */
    public JtaInflow inflow() {
        return new JtaInflow(jta());
    }

    /** Its TransactionManager and UserTransaction. */
    public JtaTransactionManager manager() {
        return parts.transactionManager();
    }

    /** Its TransactionSynchronizationRegistry. */
    public JtaSynchronizationRegistry registry() {
        return parts.synchronizationRegistry();
    }

    /** Begins a transaction on the calling thread. */
    public JtaTransaction begin() throws Exception {
        manager().begin();
        return Objects.requireNonNull(manager().getTransaction());
    }

    /** Begins a transaction on the calling thread with a new connection to each of these resources. */
    public JtaTransaction beginOn(RecordingResource... all) throws Exception {
        JtaTransaction begun = begin();
        for (RecordingResource each : all) {
            begun.enlistResource(each.connect());
        }
        return begun;
    }

    /** Closes the log. Fails when a resource got a call that XA does not allow. */
    @Override
    public void close() {
        log.close();
        for (RecordingResource each : recording.values()) {
            assertThat(each.violations())
                    .as("calls that X/Open XA does not allow")
                    .isEmpty();
        }
    }
}
