package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.NotRunningException;
import dev.assent.TransactionId;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Lives;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.LifeEvent;
import dev.assent.core.observe.Tracer;
import dev.assent.core.participant.Participant;
import dev.assent.core.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins transactions and knows all that are not over: those under way, those that wait for recovery, and those whose
 * heuristic outcome waits for an operator.
 *
 * <p>Thread safety: any thread may call all methods.
 */
public final class Coordinator {
    private final CoordinatorPorts ports;
    private final DecisionLog log;
    private final @Nullable Tracer tracer;
    private final @Nullable Metrics metrics;
    private final TransactionTable table;
    private final Map<TransactionId, GlobalTransaction> parked = new ConcurrentHashMap<>();
    private final Map<TransactionId, Subordinate> subordinates = new ConcurrentHashMap<>();

    /** The waiting subordinates, by this node's identity for them, which the Xids of their branches may carry. */
    private final Map<TransactionId, GlobalTransaction> incarnations = new ConcurrentHashMap<>();

    private final Ended rolledBack = new Ended();
    private final Map<NodeId, Adoption> adoptions = new ConcurrentHashMap<>();
    private volatile boolean isDraining;
    private volatile @Nullable Throwable stopCause;
    private volatile boolean running = true;

    /** Begins to take transactions. */
    public Coordinator(CoordinatorPorts ports) {
        this.ports = ports;
        this.log = ports.log();
        this.tracer = ports.tracer();
        this.metrics = ports.metrics();
        this.table = new TransactionTable(ports.transactionsMax());
    }

    /**
     * Reads the log: every transaction in it waits for recovery from now on. Called once, before the first recovery
     * pass.
     *
     * @return the identities of transactions whose records this version does not understand (law 10: the unknown is
     *     left alone)
     */
    public List<TransactionId> restore(Descriptions descriptions) {
        return restore(descriptions, log);
    }

    /**
     * Takes over the transactions in the log of an adopted node, or in this node's own. Called when copies of their
     * records are durable in this node's log.
     *
     * @return as {@link #restore(Descriptions)}
     */
    public List<TransactionId> restore(Descriptions descriptions, DecisionLog from) {
        Restoration.Found found = Restoration.of(this, descriptions, from);
        found.transactions().forEach(this::adopt); // before the node may answer for them
        found.adoptions().forEach(this::adopt);
        Set<TransactionId> stale = new LinkedHashSet<>(found.stale());
        adoptions().forEach(each -> stale.remove(each.node().recordId())); // this node's own, under the same name
        stale.forEach(log::release);
        return found.notUnderstood();
    }

    /** From now on the branches of another node are this node's. Called when that is durable. */
    public void adopt(Adoption adoption) {
        adoptions.put(adoption.node(), adoption);
    }

    /** The nodes whose branches an operator has given to this node. */
    public Collection<Adoption> adoptions() {
        return adoptions.values();
    }

    /** The terms under which a node's branches are this node's; null if they are not. */
    public @Nullable Adoption adoption(NodeId node) {
        return adoptions.get(node);
    }

    /**
     * Whether this node knows every unfinished transaction of a life of a node, so that it may presume the others
     * aborted (law 17: no answer before the log is read). True for its own lives up to this one, and for those of a
     * node whose whole log it has adopted, since it speaks for that node (law 2: each start is a new epoch). Call this
     * before you look for a transaction: an adoption may bring it meanwhile.
     */
    public boolean knowsAllOf(NodeEpoch made) {
        return lives(made.node()).contains(made);
    }

    /** The lives of a node that this node knows completely; empty for a foreign node. */
    public Lives lives(NodeId node) {
        Adoption adoption = adoption(node);
        if (adoption != null) {
            return adoption.whole();
        }
        return node.equals(life().node()) ? log.lives() : Lives.NONE;
    }

    /** Makes a transaction wait for recovery, or for an operator. */
    void adopt(GlobalTransaction found) {
        parked.put(found.id(), found);
        Subordinate control = found.subordinate();
        if (control != null) {
            subordinates.put(found.id(), control);
        }
        index(found);
    }

    private void index(GlobalTransaction waiting) {
        LocalTransactionId incarnation = waiting.incarnation();
        if (incarnation != null) {
            incarnations.put(incarnation, waiting);
        }
    }

    /** From now on nobody finds the subordinate by its superior's identity. Call this after the superior's answer. */
    void forgetSubordinate(GlobalTransaction over) {
        LocalTransactionId incarnation = over.incarnation();
        if (incarnation != null) {
            incarnations.remove(incarnation);
            subordinates.computeIfPresent(over.id(), (id, each) -> each.transaction() == over ? null : each);
        }
    }

    /**
     * Begins a transaction.
     *
     * @throws NotRunningException when the node has stopped, or too many transactions are under way
     */
    public GlobalTransaction begin(Terms terms) {
        return begin(terms, Owner.NONE, begun -> {});
    }

    /**
     * Begins a transaction that its owner must know before any other thread can see it.
     *
     * @param owner gets the outcome of a rollback that the application did not request
     * @param known gets the transaction before the timer can see it
     * @throws NotRunningException as {@link #begin(Terms)}
     */
    public GlobalTransaction begin(Terms terms, Owner owner, Consumer<GlobalTransaction> known) {
        if (isDraining || !isRunning()) {
            throw new NotRunningException(MESSAGES.notRunning(whyNotRunning()), stopCause);
        }
        GlobalTransaction transaction = new GlobalTransaction(this, terms, owner, terms.deadlineNanos(ports.clock()));
        known.accept(transaction);
        if (parked.size() >= table.capacity() || !table.add(transaction)) {
            throw new NotRunningException(MESSAGES.tooManyTransactions(table.capacity()), null);
        }
        count(Metrics.Count.BEGUN);
        if (LifeEvent.Begin.PROBE.isEnabled()) {
            LifeEvent.Begin.tell(transaction.id());
        }
        return transaction;
    }

    private String whyNotRunning() {
        Throwable cause = stopCause;
        if (running) {
            return isDraining ? "it is being closed" : "its log takes no records";
        }
        String own = cause instanceof NotRunningException ? cause.getMessage() : null; // a bug may have no text
        return own != null ? own : cause == null ? "it was closed" : cause.toString();
    }

    /**
     * This node's subordinate in a superior's transaction, maybe a new one (law 14: one subordinate a process).
     *
     * @param id the superior's transaction, which this node did not begin
     * @param terms above all, how long it may go on unprepared
     * @param superior decides a new one
     * @param owner gets every outcome, on any thread, and once more if recovery finds out more
     * @param tied gets a new one before any other thread can see it
     * @throws NotRunningException as {@link #begin(Terms)}
     */
    public Subordinate subordinate(
            TransactionId id, Terms terms, Superior superior, Owner owner, Consumer<GlobalTransaction> tied) {
        Subordinate known = subordinates.get(id);
        return known != null
                ? known
                : subordinates.computeIfAbsent(id, absent -> {
                    GlobalTransaction begun = begin(terms, owner, made -> {
                        made.follow(id, superior);
                        tied.accept(made);
                    });
                    return Objects.requireNonNull(begun.subordinate());
                });
    }

    /** The subordinate of a superior's transaction; null if it is over, or never was. */
    public @Nullable Subordinate subordinate(TransactionId id) {
        return subordinates.get(id);
    }

    /**
     * Whether this node rolled back a subordinate, now over, by itself in this epoch. False also if the node does not
     * remember.
     */
    public boolean isRolledBack(LocalTransactionId incarnation) {
        return rolledBack.contains(incarnation);
    }

    /** Rolls back transactions that timed out. If one fails, the others still roll back. Called by a timer. */
    public void tick() {
        table.expireAll(ports.clock().nanos());
    }

    /**
     * Rolls back branches that nobody remembers: from now on they wait for recovery as any others do (law 9: recovery
     * rolls back only its own). The caller has made sure that this node made them and that nobody knows them.
     */
    public GlobalTransaction presumeAborted(TransactionId id, List<? extends Participant> participants) {
        GlobalTransaction made = Rebuilt.presumedAborted(this, id, participants);
        parked.put(id, made);
        return made;
    }

    /** Whether the transaction is under way, waits for recovery, or waits for an operator. */
    public boolean knows(TransactionId id) {
        return find(id) != null;
    }

    /** The transaction; null if it is over or never was. */
    public @Nullable GlobalTransaction find(TransactionId id) {
        if (id instanceof LocalTransactionId local && local.origin().equals(life())) {
            GlobalTransaction active = table.find(local.sequence());
            if (active != null) {
                return active;
            }
        }
        Subordinate subordinate = subordinates.get(id);
        if (subordinate != null) {
            return subordinate.transaction();
        }
        GlobalTransaction waiting = parked.get(id);
        return waiting != null ? waiting : incarnations.get(id);
    }

    /** The transactions that wait for recovery or for an operator. Weakly consistent. */
    public Collection<GlobalTransaction> parked() {
        return parked.values();
    }

    /** The transactions under way. Weakly consistent. */
    public List<GlobalTransaction> active() {
        List<GlobalTransaction> all = new ArrayList<>();
        table.forEach(all::add);
        return all;
    }

    /** Whether no transaction is under way. */
    public boolean isIdle() {
        return active().isEmpty();
    }

    /** Takes no more transactions. Those under way go on. */
    public void drain() {
        isDraining = true;
    }

    /** Takes no more transactions. Those under way can only roll back, unless they are decided. */
    public void stop(@Nullable Throwable cause) {
        if (stopCause == null) {
            stopCause = cause;
        }
        running = false;
    }

    /** Whether the node takes transactions. */
    public boolean isRunning() {
        return running && log.isAccepting();
    }

    /** Forgets a transaction whose heuristic outcome an operator has seen (law 12). */
    public void forget(GlobalTransaction transaction) {
        log.release(transaction.id());
        parked.remove(transaction.id(), transaction);
        forgetSubordinate(transaction);
    }

    /** The node and its epoch. */
    public NodeEpoch life() {
        return log.life();
    }

    /** The error that stopped the node; null if there was none, as after a close or a failure of the log. */
    public @Nullable Throwable stopCause() {
        return stopCause;
    }

    /** Why a transaction under way can only roll back when no more are taken. */
    Throwable whyRolledBack() {
        Throwable cause = stopCause;
        return cause != null ? cause : new NotRunningException(MESSAGES.rolledBackAtStop(whyNotRunning()), null);
    }

    /** The decision log. */
    public DecisionLog log() {
        return log;
    }

    /** The time. */
    public Clock clock() {
        return ports.clock();
    }

    Dispatcher dispatcher() {
        return ports.dispatcher();
    }

    /**
     * Reports a fault point to the tracer, if there is one.
     *
     * @param id the transaction; null if the point belongs to none
     * @param participant its index; -1 if the point belongs to none
     */
    public void trace(FaultPoint point, @Nullable TransactionId id, int participant) {
        if (tracer != null) {
            tracer.at(point, id, participant);
        }
    }

    /** Counts events; null for none. */
    public @Nullable Metrics metrics() {
        return metrics;
    }

    void count(Metrics.Count what) {
        if (metrics != null) {
            metrics.count(what);
        }
    }

    /** Runs work on a worker, so that it does not hold up the caller; at once if no worker takes it. */
    public Executor background() {
        return ports.background();
    }

    void pause() {
        ports.pause().run();
    }

    /** The transaction is over: nothing of it is kept, except the answer to a last question of its superior. */
    void ended(GlobalTransaction transaction) {
        Subordinate control = transaction.subordinate();
        if (control != null && transaction.step() == Step.ROLLED_BACK && !control.isRollbackAsked()) {
            rolledBack.add(Objects.requireNonNull(transaction.incarnation()));
        }
        if (transaction.sequence() != 0) {
            table.remove(transaction);
        }
        if (!parked.isEmpty()) {
            parked.remove(transaction.id(), transaction);
        }
    }

    /** Hands the transaction to recovery or an operator. At any time it is in one of the two tables. */
    void park(GlobalTransaction transaction) {
        parked.put(transaction.id(), transaction);
        index(transaction);
        if (transaction.sequence() != 0) {
            table.remove(transaction);
        }
    }

    /** A decision whose durability is unknown stops the node (law 8: a failed force is an unknown outcome). */
    void undecided(GlobalTransaction transaction) {
        stop(new NotRunningException(MESSAGES.outcomeUnknown(transaction.id()), null));
        park(transaction);
    }
}
