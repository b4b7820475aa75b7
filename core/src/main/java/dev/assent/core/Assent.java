package dev.assent.core;

import dev.assent.core.adapter.FolderStorage;
import dev.assent.core.adapter.Identities;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.adapter.Ticker;
import dev.assent.core.adapter.Workers;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.ParallelDispatcher;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.jta.JtaNode;
import dev.assent.core.jta.JtaSynchronizationRegistry;
import dev.assent.core.jta.JtaTransactionManager;
import dev.assent.core.local.LocalResource;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.LogStatistics;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.core.message.Message;
import dev.assent.core.observe.Notices;
import dev.assent.core.observe.Tracer;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.recovery.RecoveryReport;
import dev.assent.core.recovery.RecoverySchedule;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.NotRunningException;
import dev.assent.core.transaction.Transaction;
import dev.assent.core.xa.RecoverableResource;
import dev.assent.core.xa.XaResources;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A transaction manager in one process: the assembly of all parts of core.
 *
 * <pre>{@code
 * try (Assent assent = Assent.open(AssentConfig.defaults())) {
 *     assent.register(orders);
 *     assent.register(payments);
 *     TransactionManager manager = assent.transactionManager();
 *     manager.begin();
 *     // work on both
 *     manager.commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Assent implements AutoCloseable {
    private static final int TICK_MILLIS = 50;
    private static final int CLOSE_SECONDS_MAX = 10;

    private final DecisionLog log;
    private final Coordinator coordinator;
    private final XaResources resources = new XaResources();
    private final Recovery recovery;
    private final RecoverySchedule schedule;
    private final JtaTransactionManager transactionManager;
    private final JtaSynchronizationRegistry synchronizationRegistry;
    private final ExecutorService workers;
    private final Ticker ticker;
    private final Notices notices = new SystemLoggerNotices();
    private final AtomicBoolean failureTold = new AtomicBoolean();
    private final AtomicBoolean recovering = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Opens a node; see {@link #open(AssentConfig, Tracer)}. */
    public static Assent open(AssentConfig config) {
        return new Assent(config, null);
    }

    /**
     * Opens a node: reads its log, takes a new epoch, and begins to recover as soon as resources are
     * registered.
     *
     * @param tracer is told of every fault point
     * @throws IllegalStateException when the log's folder can't be used: the message says why
     * @throws dev.assent.core.log.LogDamagedException when what the log holds can't be trusted
     */
    public static Assent open(AssentConfig config, Tracer tracer) {
        return new Assent(config, tracer);
    }

    private Assent(AssentConfig config, @Nullable Tracer tracer) {
        log = openLog(config, notices);
        workers = Workers.create(config.number(Setting.DISPATCH_THREADS_MAX));
        Dispatcher dispatcher =
                config.get(Setting.DISPATCH).equals("inline") ? Dispatcher.INLINE : new ParallelDispatcher(workers);
        coordinator = new Coordinator(new Coordinator.Ports(
                log,
                SystemClock.INSTANCE,
                dispatcher,
                this::inBackground,
                Thread::yield,
                tracer,
                powerOfTwo(config.number(Setting.TRANSACTIONS_MAX))));
        recovery = new Recovery(coordinator, resources, notices);
        recovery.start();
        schedule = new RecoverySchedule(recovery, SystemClock.INSTANCE, config.number(Setting.RECOVERY_PERIOD_SECONDS));
        JtaNode node = new JtaNode(
                coordinator, resources, notices, ThreadWaiter::new, config.number(Setting.TRANSACTION_TIMEOUT_SECONDS));
        transactionManager = new JtaTransactionManager(node);
        synchronizationRegistry = new JtaSynchronizationRegistry(node);
        ticker = new Ticker("assent-timer", TICK_MILLIS, this::tick, this::tickFailed);
    }

    private static DecisionLog openLog(AssentConfig config, Notices notices) {
        if (config.get(Setting.LOG).equals("memory")) {
            return new MemoryDecisionLog(Identities::random);
        }
        FolderStorage storage = FolderStorage.open(Path.of(config.get(Setting.LOG_FOLDER)));
        FileDecisionLog log = FileDecisionLog.open(
                storage, new LogOptions(config.number(Setting.LOG_SEGMENT_BYTES)), Identities::random);
        log.opening().notice().ifPresent(notices::warning);
        return log;
    }

    private static int powerOfTwo(int atLeast) {
        return Integer.highestOneBit(2 * atLeast - 1);
    }

    /** The node and its epoch. */
    public NodeEpoch life() {
        return coordinator.life();
    }

    /** The TransactionManager of Jakarta Transactions. */
    public TransactionManager transactionManager() {
        return transactionManager;
    }

    /** The UserTransaction of Jakarta Transactions. */
    public UserTransaction userTransaction() {
        return transactionManager;
    }

    /** The TransactionSynchronizationRegistry of Jakarta Transactions. */
    public TransactionSynchronizationRegistry synchronizationRegistry() {
        return synchronizationRegistry;
    }

    /** The engine, for those who end transactions without waiting. */
    public Coordinator coordinator() {
        return coordinator;
    }

    /**
     * Makes a resource known, to be enlisted and recovered by its name; recovery looks at it soon.
     *
     * @throws IllegalArgumentException when the name is taken or not allowed
     */
    public void register(RecoverableResource resource) {
        resources.register(resource);
        schedule.soon();
    }

    /**
     * Takes a resource out: nothing can be enlisted under its name, and its branches wait until one is
     * registered under the name again. Ignored when it is not registered.
     */
    public void unregister(RecoverableResource resource) {
        resources.unregister(resource);
    }

    /**
     * Tells that a resource could not be reached by who uses it: recovery looks at it soon, tells the
     * operator once, and goes on when it is back. May be called at every failure.
     *
     * @param resource its name
     */
    public void suspect(String resource) {
        recovery.suspect(resource);
    }

    /**
     * Makes a resource without XA known, as one that may be the last resource of transactions (law 13).
     *
     * @throws IllegalArgumentException when the name is taken or not allowed
     */
    public void register(LocalResource resource) {
        resources.register(resource);
        schedule.soon();
    }

    /** As {@link #unregister(RecoverableResource)}. */
    public void unregister(LocalResource resource) {
        resources.unregister(resource);
    }

    /**
     * Runs a recovery pass now, on the calling thread, and also tries resources whose turn has not come.
     */
    public RecoveryReport recover() {
        return recovery.run(true);
    }

    /**
     * Forgets a heuristic outcome that an operator has dealt with.
     *
     * @throws IllegalArgumentException when no heuristic outcome of this transaction is kept
     * @throws IllegalStateException when a resource can't be told; nothing is forgotten in the log
     */
    public void forget(TransactionId id) {
        recovery.forget(id);
    }

    /** How the log is doing. */
    public LogStatistics logStatistics() {
        return log.statistics();
    }

    private void tick() {
        coordinator.tick();
        if (log.failure().isPresent() && failureTold.compareAndSet(false, true)) {
            notices.warning(Message.NODE_STOPPED.text(log.failure().get()));
        }
        if (schedule.isDue() && recovering.compareAndSet(false, true)) {
            inBackground(() -> {
                try {
                    recovery.run(false);
                } finally {
                    recovering.set(false);
                }
            });
        }
    }

    private void tickFailed(Throwable failed) {
        notices.warning(Message.TICK_FAILED.text(failed));
    }

    private void inBackground(Runnable work) {
        try {
            workers.execute(work);
        } catch (RejectedExecutionException allBusy) {
            work.run();
        }
    }

    /**
     * Takes no more transactions, rolls back those that are active, waits for those being completed, 10
     * seconds at most, and gives the log back. Idempotent.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        coordinator.stop(null);
        ticker.close();
        NotRunningException closing = new NotRunningException(Message.CLOSING.text(), null);
        for (Transaction transaction : coordinator.active()) {
            inBackground(() -> transaction.abandon(closing));
        }
        Workers.close(workers, coordinator::isIdle, CLOSE_SECONDS_MAX);
        log.close();
    }
}
