package dev.assent.core;

import dev.assent.Assent;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.jta.JtaInflow;
import dev.assent.core.jta.JtaNode;
import dev.assent.core.jta.JtaSynchronizationRegistry;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.jta.Waiter;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.IdleFlush;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.Notices;
import dev.assent.core.observe.Tracer;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.Operator;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.recovery.RecoverySchedule;
import dev.assent.core.time.Clock;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.CoordinatorPorts;
import dev.assent.core.xa.XaResources;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The assembled parts of a node. Only this class puts a node together: {@link Assent} gives it the ports of a real
 * machine, tests and the simulator give it ports of their own.
 *
 * <p>Thread safety: immutable; each part says its own.
 */
public final class NodeAssembly {
    private final Coordinator coordinator;
    private final XaResources resources;
    private final Recovery recovery;
    private final RecoverySchedule schedule;
    private final IdleFlush idleFlush;
    private final JtaNode jta;
    private final NodeTransactionManager transactionManager;
    private final JtaSynchronizationRegistry synchronizationRegistry;
    private final NodeLayer layer;
    private final Operator operator;

    /**
     * The node's ports to the world.
     *
     * @param log the decision log, open
     * @param clock the time
     * @param dispatcher carries verbs to participants
     * @param background runs work that must not hold up its caller; may run it at once
     * @param workers run work that may block; may refuse
     * @param pause waits a moment for another thread of the same transaction
     * @param waiters make a waiter for the calling thread
     * @param chance gives 64 bits that nobody can guess
     * @param tracer gets each fault point; null for none
     * @param metrics counts events; null for none
     * @param notices get messages for operators
     */
    public record Ports(
            DecisionLog log,
            Clock clock,
            Dispatcher dispatcher,
            Executor background,
            Executor workers,
            Runnable pause,
            Supplier<Waiter> waiters,
            LongSupplier chance,
            @Nullable Tracer tracer,
            @Nullable Metrics metrics,
            Notices notices) {}

    /**
     * The further ports for acts of operators.
     *
     * @param aside logs of other nodes that are kept beside the node's own
     * @param audit keeps the acts of operators
     * @param executor runs their acts
     * @param state of the node, as operators read it
     */
    public record Acting(AsideLogs aside, AuditTrail audit, Executor executor, Supplier<NodeState> state) {}

    /**
     * Numbers of a node.
     *
     * @param transactionsMax how many transactions may be under way, a power of two
     * @param timeoutSecondsDefault for transactions that set no timeout; 0 for no timeout
     * @param recoveryPeriodSeconds how often recovery looks for orphans
     * @param acceptsUnregistered whether XAResources of unregistered resources may take part
     */
    public record Limits(
            int transactionsMax, int timeoutSecondsDefault, int recoveryPeriodSeconds, boolean acceptsUnregistered) {}

    /** Puts a node together. Its log is not read yet. */
    public NodeAssembly(Ports ports, Acting acting, Limits limits, NodeLayer.Factory above) {
        coordinator = new Coordinator(new CoordinatorPorts(
                ports.log(),
                ports.clock(),
                ports.dispatcher(),
                ports.background(),
                ports.pause(),
                ports.tracer(),
                ports.metrics(),
                limits.transactionsMax()));
        resources = new XaResources(limits.acceptsUnregistered());
        recovery = new Recovery(coordinator, resources, ports.notices());
        schedule = new RecoverySchedule(recovery, ports.clock(), limits.recoveryPeriodSeconds());
        idleFlush = new IdleFlush(ports.log(), ports.clock(), ports.background());
        jta = new JtaNode(coordinator, resources, ports.notices(), ports.waiters(), limits.timeoutSecondsDefault());
        transactionManager = new NodeTransactionManager(jta);
        synchronizationRegistry = new JtaSynchronizationRegistry(jta);
        layer = above.make(new NodeLayer.Parts(
                coordinator,
                recovery,
                new JtaInflow(jta),
                transactionManager,
                ports.workers(),
                ports.waiters(),
                ports.chance(),
                ports.notices()));
        operator = new Operator(new Operator.Parts(
                coordinator, recovery, acting.aside(), acting.audit(), acting.executor(), acting.state()));
    }

    /**
     * Reads the log: before that the node knows nothing. Called once, before the first tick and the first recovery
     * pass.
     */
    public void restore() {
        recovery.start(layer.descriptions());
    }

    /** The tasks of the node's timer, which runs them some times a second, besides its owner's. */
    public List<Runnable> ticks() {
        return List.of(coordinator::tick, idleFlush::tick, layer::tick);
    }

    /** Begins transactions and knows those that are not over. */
    public Coordinator coordinator() {
        return coordinator;
    }

    /** The registered resources by name. */
    public XaResources resources() {
        return resources;
    }

    /** Finishes unfinished transactions. */
    public Recovery recovery() {
        return recovery;
    }

    /** Knows when a recovery pass is due. */
    public RecoverySchedule schedule() {
        return schedule;
    }

    /** The common part of the Jakarta Transactions interfaces. */
    public JtaNode jta() {
        return jta;
    }

    /** The TransactionManager and UserTransaction. */
    public NodeTransactionManager transactionManager() {
        return transactionManager;
    }

    /** The TransactionSynchronizationRegistry. */
    public JtaSynchronizationRegistry synchronizationRegistry() {
        return synchronizationRegistry;
    }

    /** The layer above the node. */
    public NodeLayer layer() {
        return layer;
    }

    /** Carries out requests of operators. */
    public Operator operator() {
        return operator;
    }
}
