package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.AssentConfig;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeEpoch;
import dev.assent.NodeOperator;
import dev.assent.RecoveryReport;
import dev.assent.RegisteredDataSource;
import dev.assent.Setting;
import dev.assent.core.adapter.AdminSocket;
import dev.assent.core.adapter.Background;
import dev.assent.core.adapter.Chance;
import dev.assent.core.adapter.NodeBean;
import dev.assent.core.adapter.PlatformBean;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.adapter.Workers;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.ParallelDispatcher;
import dev.assent.core.foreign.Failure;
import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.local.LocalResource;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.observe.Notices;
import dev.assent.core.operator.NodeState;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.xa.NamedDataSource;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A node that was opened: the assembly of all parts of core, with the ports of a real machine.
 *
 * <p>Thread safety: any thread may call all methods.
 */
final class OpenNode implements InternalNode {

    private final AssentConfig config;
    private final DecisionLog log;
    private final NodeAssembly parts;
    private final Coordinator coordinator;
    private final Recovery recovery;
    private final NodeLayer layer;
    private final Background background;
    private final Notices notices;
    private final Duration closeLimit;

    /** How long recovery waits for an answer of a plain data source. */
    private final Duration recoveryTimeout;

    private final boolean isHeld;
    private final boolean isShown;
    private final NodeTimer timer;
    private final NodeClosing rest;
    private final OwnOperator operator;
    private final ShownState shown;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The steps that undo {@link #start}, the last first, except for the timer. */
    private final Deque<Runnable> endings = new ConcurrentLinkedDeque<>();

    /** Closes the log if the node does not start. */
    static OpenNode start(NodeBuilder.Plan plan, OpenLog opened) {
        try {
            Rehearsal.run();
            OpenNode made = new OpenNode(plan, opened);
            made.start(opened.folder());
            return made;
        } catch (Throwable failed) {
            close(opened.log()::close, failed);
            throw failed;
        }
    }

    /** Closes what was opened before the start failed. */
    private static void close(Runnable opened, Throwable failed) {
        try {
            opened.run();
        } catch (Throwable alsoFailed) {
            Failure.suppress(failed, alsoFailed);
        }
    }

    private OpenNode(NodeBuilder.Plan plan, OpenLog opened) {
        config = plan.config();
        notices = plan.notices();
        closeLimit = Duration.ofSeconds(config.number(Setting.CLOSE_LIMIT_SECONDS));
        recoveryTimeout = Duration.ofMillis(config.number(Setting.RECOVERY_TIMEOUT_MILLIS));
        isHeld = plan.isHeld();
        shown = new ShownState(isHeld);
        isShown = !isHeld && config.get(Setting.JMX).equals("true");
        log = opened.log();
        int transactionsMax = powerOfTwo(config.number(Setting.TRANSACTIONS_MAX));
        ExecutorService workers = Workers.create(config.number(Setting.DISPATCH_THREADS_MAX));
        background = new Background(workers, transactionsMax);
        Dispatcher dispatcher =
                config.get(Setting.DISPATCH).equals("inline") ? Dispatcher.INLINE : new ParallelDispatcher(workers);
        parts = new NodeAssembly(
                new NodeAssembly.Ports(
                        log,
                        SystemClock.INSTANCE,
                        dispatcher,
                        background,
                        workers,
                        Thread::yield,
                        ThreadWaiter::new,
                        Chance::bits,
                        plan.tracer(),
                        NodeMetrics.of(config),
                        notices),
                new NodeAssembly.Acting(opened.aside(), opened.audit(), background, () -> state(opened.state())),
                new NodeAssembly.Limits(
                        transactionsMax,
                        config.number(Setting.TRANSACTION_TIMEOUT_SECONDS),
                        config.number(Setting.RECOVERY_PERIOD_SECONDS),
                        config.get(Setting.UNREGISTERED_RESOURCES).equals("allow")),
                plan.layer());
        coordinator = parts.coordinator();
        recovery = parts.recovery();
        layer = parts.layer();
        timer = new NodeTimer(parts, log, notices, background, isHeld);
        parts.restore();
        rest = new NodeClosing(parts, timer, background, log);
        operator = new OwnOperator(parts);
    }

    /** Makes the node visible to others, and starts its timer; all of it or nothing. */
    private void start(@Nullable Path folder) {
        try {
            if (isShown && coordinator.metrics() != null) {
                endings.addFirst(PlatformBean.register(beanName("Node"), new NodeBean(this::metrics))::close);
            }
            if (!isHeld && folder != null && !config.get(Setting.ADMIN).equals("none")) {
                AdminSocket admin =
                        AdminSocket.open(folder, new AdminSocket.Parts(operator.console(), background, notices));
                if (admin != null) {
                    endings.addFirst(admin::close);
                }
            }
            if (!isHeld) {
                layer.ready();
            }
            timer.start();
        } catch (Throwable failed) {
            close(this::close, failed);
            throw failed;
        }
    }

    private NodeState state(@Nullable NodeState ofLog) {
        return shown.of(ofLog, coordinator, timer);
    }

    private static int powerOfTwo(int atLeast) {
        return Integer.highestOneBit(2 * atLeast - 1);
    }

    @Override
    public boolean isRunning() {
        return coordinator.isRunning();
    }

    @Override
    public boolean isHeld() {
        return isHeld;
    }

    @Override
    public NodeEpoch life() {
        return coordinator.life();
    }

    @Override
    public TransactionManager transactionManager() {
        return parts.transactionManager();
    }

    @Override
    public UserTransaction userTransaction() {
        return parts.transactionManager();
    }

    @Override
    public TransactionSynchronizationRegistry synchronizationRegistry() {
        return parts.synchronizationRegistry();
    }

    // for Internals

    @Override
    public void register(LocalResource resource) {
        parts.resources().register(resource);
        parts.schedule().soon();
    }

    @Override
    public void unregister(LocalResource resource) {
        parts.resources().unregister(resource);
    }

    @Override
    public Notices notices() {
        return notices;
    }

    @Override
    public AssentConfig config() {
        return config;
    }

    @Override
    public NodeLayer layer() {
        return layer;
    }

    @Override
    public Coordinator coordinator() {
        return coordinator;
    }

    @Override
    public void register(RecoverableResource resource) {
        parts.resources().register(resource);
        parts.schedule().soon();
    }

    @Override
    public RegisteredDataSource resource(String name, XADataSource source) {
        if (!NamedDataSource.isAnyDriverKnown()) {
            notices.warning(MESSAGES.noDriverKnown(name));
        }
        RegisteredDataSource resource = new NamedDataSource(name, source, recoveryTimeout);
        register(resource);
        return resource;
    }

    @Override
    public void unregister(RecoverableResource resource) {
        parts.resources().unregister(resource);
    }

    @Override
    public void suspect(String resource) {
        recovery.suspect(resource);
    }

    @Override
    public void allResourcesAreRegistered() {
        shown.hasAllResources();
    }

    @Override
    public RecoveryPause pauseRecovery() {
        return timer.pause();
    }

    @Override
    public RecoveryReport recover() {
        return recovery.run(true);
    }

    @Override
    public NodeOperator operator() {
        return operator;
    }

    private String beanName(String type) {
        return "dev.assent:type=" + type + ",node=" + life().node();
    }

    @Override
    public Runnable show(String type, String name, Object bean) {
        return isShown ? PlatformBean.register(beanName(type) + ",name=" + name, bean)::close : () -> {};
    }

    @Override
    public MetricsSnapshot metrics() {
        return NodeMetrics.snapshot(parts, log.statistics());
    }

    @Override
    public MetricsSnapshot.Log logStatistics() {
        return log.statistics();
    }

    @Override
    public boolean drain(Duration limit) {
        coordinator.drain();
        long limitNanos = Math.max(0, TimeUnit.NANOSECONDS.convert(limit)); // at most 292 years
        Workers.await(coordinator::isIdle, SystemClock.INSTANCE.nanos() + limitNanos);
        return coordinator.isIdle();
    }

    @Override
    public Duration closeLimit() {
        return closeLimit;
    }

    @Override
    public void close() {
        shut().end(notices);
    }

    @Override
    public Closing shut() {
        Closing closing = new Closing("the node", closeLimit);
        if (!closed.compareAndSet(false, true)) {
            return closing;
        }
        endings.forEach(ForeignCode::tell);
        rest.close(closing);
        return closing;
    }
}
