package dev.assent.core;

import dev.assent.core.adapter.AdminSocket;
import dev.assent.core.adapter.Chance;
import dev.assent.core.adapter.NodeBean;
import dev.assent.core.adapter.PlatformBean;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.adapter.Workers;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.ParallelDispatcher;
import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.local.LocalResource;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.LogStatistics;
import dev.assent.core.metrics.MetricsSnapshot;
import dev.assent.core.observe.Notices;
import dev.assent.core.operator.NodeState;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.recovery.RecoveryReport;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.xa.RecoverableResource;
import dev.assent.core.xa.RegisteredDataSource;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A transaction manager in one process: the assembly of all parts of core.
 *
 * <pre>{@code
 * try (Assent assent = Assent.builder().with(Setting.LOG_FOLDER, folder).open()) {
 *     assent.register(orders);
 *     assent.register(payments);
 *     TransactionManager manager = assent.transactionManager();
 *     manager.begin();
 *     // work on both
 *     manager.commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: any thread may call all methods.
 */
public final class Assent implements AutoCloseable {

    private final DecisionLog log;
    private final NodeAssembly parts;
    private final Coordinator coordinator;
    private final Recovery recovery;
    private final NodeLayer layer;
    private final ExecutorService workers;
    private final Notices notices;
    private final Duration closeLimit;

    /** How long recovery waits for an answer of a plain data source. */
    private final Duration recoveryTimeout;

    private final boolean isHeld;
    private final boolean isShown;
    private final NodeTimer timer;
    private final NodeClosing rest;
    private final NodeOperator operator;
    private final ShownState shown;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The steps that undo {@link #start}, the last first, except for the timer. */
    private final Deque<Runnable> endings = new ConcurrentLinkedDeque<>();

    /** A builder that opens a node. */
    public static AssentBuilder builder() {
        return new AssentBuilder();
    }

    /** Closes the log if the node does not start. */
    static Assent start(AssentBuilder.Plan plan, OpenLog opened) {
        try {
            Assent made = new Assent(plan, opened);
            made.start(plan.config(), opened.folder());
            return made;
        } catch (Throwable failed) {
            opened.log().close();
            throw failed;
        }
    }

    private Assent(AssentBuilder.Plan plan, OpenLog opened) {
        AssentConfig config = plan.config();
        notices = plan.notices();
        closeLimit = Duration.ofSeconds(config.number(Setting.CLOSE_LIMIT_SECONDS));
        recoveryTimeout = Duration.ofMillis(config.number(Setting.RECOVERY_TIMEOUT_MILLIS));
        isHeld = plan.isHeld();
        shown = new ShownState(isHeld);
        isShown = !isHeld && config.get(Setting.JMX).equals("true");
        log = opened.log();
        workers = Workers.create(config.number(Setting.DISPATCH_THREADS_MAX));
        Dispatcher dispatcher =
                config.get(Setting.DISPATCH).equals("inline") ? Dispatcher.INLINE : new ParallelDispatcher(workers);
        parts = new NodeAssembly(
                new NodeAssembly.Ports(
                        log,
                        SystemClock.INSTANCE,
                        dispatcher,
                        this::inBackground,
                        workers,
                        Thread::yield,
                        ThreadWaiter::new,
                        Chance::bits,
                        plan.tracer(),
                        NodeMetrics.of(config),
                        notices),
                new NodeAssembly.Acting(
                        opened.aside(), opened.audit(), this::inBackground, () -> state(opened.state())),
                new NodeAssembly.Limits(
                        powerOfTwo(config.number(Setting.TRANSACTIONS_MAX)),
                        config.number(Setting.TRANSACTION_TIMEOUT_SECONDS),
                        config.number(Setting.RECOVERY_PERIOD_SECONDS),
                        config.get(Setting.UNREGISTERED_RESOURCES).equals("allow")),
                plan.layer());
        coordinator = parts.coordinator();
        recovery = parts.recovery();
        layer = parts.layer();
        timer = new NodeTimer(parts, log, notices, this::inBackground, isHeld);
        parts.restore();
        rest = new NodeClosing(parts, timer, workers, log);
        operator = new NodeOperator(parts);
    }

    /** Makes the node visible to others, and starts its timer; all of it or nothing. */
    private void start(AssentConfig config, @Nullable Path folder) {
        try {
            if (isShown && coordinator.metrics() != null) {
                endings.addFirst(PlatformBean.register(beanName("Node"), new NodeBean(this::metrics))::close);
            }
            if (!isHeld && folder != null && !config.get(Setting.ADMIN).equals("none")) {
                AdminSocket admin = AdminSocket.open(
                        folder, new AdminSocket.Parts(operator.console(), this::inBackground, notices));
                if (admin != null) {
                    endings.addFirst(admin::close);
                }
            }
            if (!isHeld) {
                layer.ready();
            }
            timer.start();
        } catch (Throwable failed) {
            close();
            throw failed;
        }
    }

    private NodeState state(@Nullable NodeState ofLog) {
        return shown.of(ofLog, coordinator, timer);
    }

    private static int powerOfTwo(int atLeast) {
        return Integer.highestOneBit(2 * atLeast - 1);
    }

    /** Whether it takes transactions: it is not closed, and neither its log nor a bug has stopped it. */
    public boolean isRunning() {
        return coordinator.isRunning();
    }

    /**
     * Whether the node was opened for an operator, so that it does nothing by itself: {@link AssentBuilder#openHeld},
     * {@link AssentBuilder#openToRead}.
     */
    public boolean isHeld() {
        return isHeld;
    }

    /** The node and its epoch. */
    public NodeEpoch life() {
        return coordinator.life();
    }

    /** The TransactionManager of Jakarta Transactions. */
    public TransactionManager transactionManager() {
        return parts.transactionManager();
    }

    /** The UserTransaction of Jakarta Transactions. */
    public UserTransaction userTransaction() {
        return parts.transactionManager();
    }

    /** The TransactionSynchronizationRegistry of Jakarta Transactions. */
    public TransactionSynchronizationRegistry synchronizationRegistry() {
        return parts.synchronizationRegistry();
    }

    // for Internals

    Notices notices() {
        return notices;
    }

    Coordinator coordinator() {
        return coordinator;
    }

    /**
     * Registers a resource, so that it can be enlisted and recovered by its name; recovery looks at it soon.
     *
     * @throws IllegalArgumentException if the name is taken or not allowed
     */
    public void register(RecoverableResource resource) {
        parts.resources().register(resource);
        parts.schedule().soon();
    }

    /**
     * Registers a database by its plain XADataSource. Take the connections of transactions from the returned data
     * source: their XAResources know the name, so that the standard {@code Transaction.enlistResource} accepts them.
     * Recovery connects through {@code source}, with the user and password of that data source.
     *
     * <p>If assent-resources is on the class path, Assent corrects the known deviations of the driver, and refuses SQL that
     * would end a branch on its connections. A {@code JdbcPool} does more: it pools, enlists by itself, and finds out what
     * became of a one-phase commit whose answer was lost. Recovery asks one resource after the other. A data source without
     * a login timeout gets one of 5 seconds. The setting 'recovery-timeout-millis' limits each answer if the driver can
     * limit it; for other drivers, set their socket timeout.
     *
     * @throws IllegalArgumentException if the name is taken or not allowed, or the database loses prepared branches
     */
    public RegisteredDataSource resource(String name, XADataSource source) {
        RegisteredDataSource resource = new RegisteredDataSource(name, source, recoveryTimeout);
        register(resource);
        return resource;
    }

    /**
     * Removes a resource: nothing can be enlisted under its name, and its branches wait until a resource is registered
     * under the name again. Ignored if the resource is not registered.
     */
    public void unregister(RecoverableResource resource) {
        parts.resources().unregister(resource);
    }

    /**
     * Reports that a user of a resource could not reach it. Recovery looks at it soon, sends operators one message, and
     * goes on when the resource is back. You may call this at every failure.
     *
     * @param resource its name
     */
    public void suspect(String resource) {
        recovery.suspect(resource);
    }

    /**
     * Registers a resource without XA, which may be the last resource of transactions (law 13: the last resource is
     * announced).
     *
     * @throws IllegalArgumentException if the name is taken or not allowed
     */
    public void register(LocalResource resource) {
        parts.resources().register(resource);
        parts.schedule().soon();
    }

    /** As {@link #unregister(RecoverableResource)}. */
    public void unregister(LocalResource resource) {
        parts.resources().unregister(resource);
    }

    /** While it is open, recovery begins no pass by itself. Close it once. */
    @FunctionalInterface
    public interface RecoveryPause extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Declares that the program has registered all its resources, even if it has none. Only then may the node tell an
     * operator that nothing is in doubt if no resource is registered: otherwise a resource might be missing.
     */
    public void allResourcesAreRegistered() {
        shown.hasAllResources();
    }

    /**
     * Keeps recovery from beginning a pass by itself. Use it to register several resources one after the other:
     * otherwise a pass might start before all are there, and warn of the missing ones.
     */
    public RecoveryPause pauseRecovery() {
        return timer.pause();
    }

    /** Runs a recovery pass now, on the calling thread. It also tries resources during their pause. */
    public RecoveryReport recover() {
        return recovery.run(true);
    }

    /** What an operator can do with this node, in the name of the user of this process. */
    public NodeOperator operator() {
        return operator;
    }

    private String beanName(String type) {
        return "dev.assent:type=" + type + ",node=" + life().node();
    }

    /** As {@link Internals#show}. */
    Runnable show(String type, String name, Object bean) {
        return isShown ? PlatformBean.register(beanName(type) + ",name=" + name, bean)::close : () -> {};
    }

    /**
     * The node's metrics since it was opened.
     *
     * @throws IllegalStateException if its setting 'metrics' is off
     */
    public MetricsSnapshot metrics() {
        return NodeMetrics.snapshot(parts, log.statistics());
    }

    /** Counts of the log. */
    public LogStatistics logStatistics() {
        return log.statistics();
    }

    private void inBackground(Runnable work) {
        try {
            workers.execute(work);
        } catch (RejectedExecutionException | VirtualMachineError noThread) { // none is free, or none can be started
            work.run();
        }
    }

    /**
     * Takes no more transactions, neither of this node nor of others, and waits for those under way, which go on
     * normally. Call it before {@link #close} to let them end.
     *
     * @return whether all have ended within the limit
     */
    public boolean drain(Duration limit) {
        coordinator.drain();
        Workers.await(coordinator::isIdle, SystemClock.INSTANCE.nanos() + limit.toNanos());
        return coordinator.isIdle();
    }

    /**
     * The longest time that closing takes, for the node and everything closed with it; the setting {@code
     * close-limit-seconds}.
     */
    public Duration closeLimit() {
        return closeLimit;
    }

    /**
     * Takes no more transactions, rolls back those that are active, waits for those being completed, and closes the
     * log. Returns within {@link #closeLimit}, whatever resources do; a warning names everything that had not ended by
     * then. Idempotent.
     *
     * <p>With a layer above the node, the node first takes no more work from others and lets their present work end. It
     * answers superiors and subordinates until transactions are over.
     */
    @Override
    public void close() {
        shut().end(notices);
    }

    /** As {@link Internals#shut}. */
    Closing shut() {
        Closing closing = new Closing("the node", closeLimit);
        if (!closed.compareAndSet(false, true)) {
            return closing;
        }
        endings.forEach(ForeignCode::tell);
        rest.close(closing);
        return closing;
    }
}
