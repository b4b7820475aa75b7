package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TimedOutException;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.foreign.Failure;
import dev.assent.core.local.LocalResource;
import dev.assent.core.local.LocalWork;
import dev.assent.core.message.OneLine;
import dev.assent.core.transaction.Client;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.transaction.Owner;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.NamedXaResource;
import dev.assent.core.xa.XaBranches;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A transaction in Jakarta Transactions: XA resources, synchronizations, resources of the registry.
 *
 * <p>Thread safety: any number of threads may use it at the same time; enlisting and delisting exclude each other and
 * the timeout (law 20: timeout or decision, one wins).
 */
public final class JtaTransaction implements jakarta.transaction.Transaction, Owner {
    private final JtaNode node;
    private final int timeoutSeconds;

    /** Whether another process ends it, so that work on this node may not. */
    private final boolean isOfAnother;

    private final @Nullable Client client;

    private final XaBranches branches = new XaBranches();
    private @Nullable GlobalTransaction engine;

    /** Made inside the gate; threads of other calls read it. */
    private volatile @Nullable Synchronizations synchronizations;

    private @Nullable Map<Object, @Nullable Object> registryResources;
    private boolean completing;
    private boolean completed;

    JtaTransaction(JtaNode node, int timeoutSeconds, boolean isOfAnother, @Nullable Client client) {
        this.node = node;
        this.timeoutSeconds = timeoutSeconds;
        this.isOfAnother = isOfAnother;
        this.client = client;
    }

    /** Connects the two halves, before any other thread sees either. */
    void tie(GlobalTransaction begun) {
        engine = begun;
    }

    /** The engine's half. */
    public GlobalTransaction engine() {
        return Objects.requireNonNull(engine);
    }

    boolean belongsTo(JtaNode candidate) {
        return node == candidate;
    }

    /** Its global identity. */
    public TransactionId id() {
        return engine().id();
    }

    @Override
    public @Nullable Client client() {
        return client;
    }

    /** Its timeout until the decision, in seconds; 0 for none. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** The exception of its timeout, if it rolls back only because it timed out; otherwise null. */
    public @Nullable TimedOutException timeout() {
        return engine().rollbackCause() instanceof TimedOutException timeout ? timeout : null;
    }

    /** Why it takes no more work, to complete a sentence that begins with "the transaction"; null if it takes work. */
    public @Nullable String whyClosed() {
        if (engine().isTimedOut()) {
            Throwable cause = engine().rollbackCause();
            if (cause instanceof TimedOutException timeout) {
                return "timed out after " + timeout.after() + " and is rolled back";
            }
            return "is rolled back" + (cause == null ? "" : ": " + OneLine.of(Failure.message(cause)));
        }
        Step step = engine().step();
        return step == Step.ACTIVE ? null : "is " + step.words();
    }

    @Override
    public int getStatus() {
        return Outcomes.status(engine());
    }

    /**
     * Marks the transaction for rollback. The RollbackException has the caller's stack as its cause, and so shows where
     * the mark was set. Does nothing, and throws nothing, if the timeout was first.
     */
    @Override
    public void setRollbackOnly() {
        if (engine().isTakenByTimer()) {
            return;
        }
        if (engine().step() != Step.ACTIVE) {
            throw Outcomes.notActive(engine(), "set rollback-only");
        }
        engine().markRollback(new MarkedRollback());
    }

    @Override
    public String toString() {
        return "transaction " + id();
    }

    // ---- resources

    /**
     * Enlists an XAResource of a registered resource (JTA 2.0, section 3.3.1): makes a branch for it, or continues its
     * present one. Finds the resource by the name that the XAResource {@linkplain NamedXaResource knows}, otherwise by
     * {@code isSameRM}, for which Assent connects to each registered resource once.
     *
     * @return true; a refusal is an exception
     * @throws IllegalStateException if the transaction is not active
     * @throws RollbackException if it can only roll back, or timed out meanwhile: work on the resource would be
     *     outside of it
     * @throws SystemException if the XAResource belongs to no registered resource, or the resource refused; the
     *     transaction goes on without it
     */
    @Override
    public boolean enlistResource(XAResource resource) throws RollbackException, SystemException {
        return node.enlistments().enlist(this, resource);
    }

    /**
     * As the other method, for an XAResource that does not know its name.
     *
     * @param name of a {@link RecoverableResource}
     */
    public boolean enlistResource(String name, XAResource resource) throws RollbackException, SystemException {
        return node.enlistments().enlist(this, name, resource);
    }

    /**
     * Enlists work on a resource without XA as the last resource of this transaction (law 13: the last resource is
     * announced).
     *
     * @param name of a registered {@link LocalResource}
     * @param work that the engine will commit or roll back
     * @throws IllegalArgumentException if no last resource of this name is registered
     * @throws IllegalStateException if the transaction is not active, or has a last resource already
     * @throws RollbackException if it can only roll back, or timed out meanwhile
     */
    public void enlistLastResource(String name, LocalWork work) throws RollbackException {
        node.enlistments().enlistLast(this, name, work);
    }

    /**
     * Interrupts (TMSUSPEND) or ends (TMSUCCESS, TMFAIL) the work of a resource; after TMFAIL the transaction can only
     * roll back.
     *
     * @return false if the resource is not enlisted, or not at work
     */
    @Override
    public boolean delistResource(XAResource resource, int flag) throws SystemException {
        return node.enlistments().delist(this, resource, flag);
    }

    /** The branches of its XAResources; only inside the gate. */
    XaBranches branches() {
        return branches;
    }

    /** Lets the calling thread into the gate, for work that only an active, unmarked transaction takes. */
    void enter(String what) throws RollbackException {
        if (engine().isMarkedRollback() && engine().step() == Step.ACTIVE && !engine().isTimedOut()) {
            throw new RollbackException(MESSAGES.markedRollback(what, id()));
        }
        switch (engine().enter()) {
            case ADMITTED -> {}
            case TIMED_OUT -> throw Outcomes.rolledBack(engine());
            case CLOSED -> throw Outcomes.notActive(engine(), what);
        }
    }

    // ---- synchronizations

    @Override
    public void registerSynchronization(Synchronization synchronization) throws RollbackException {
        enter("register a synchronization");
        try {
            synchronizations().add(Objects.requireNonNull(synchronization), false);
        } finally {
            engine().leave();
        }
    }

    /** As registerSynchronization, but also allowed if the transaction can only roll back. */
    void registerInterposed(Synchronization synchronization) {
        switch (engine().enter()) {
            case ADMITTED -> {}
            case TIMED_OUT -> {
                RollbackException why = Outcomes.rolledBack(engine());
                throw new IllegalStateException(why.getMessage(), why);
            }
            case CLOSED -> throw Outcomes.notActive(engine(), "register a synchronization");
        }
        try {
            synchronizations().add(Objects.requireNonNull(synchronization), true);
        } finally {
            engine().leave();
        }
    }

    private Synchronizations synchronizations() {
        Synchronizations all = synchronizations;
        if (all == null) {
            all = new Synchronizations();
            synchronizations = all;
        }
        return all;
    }

    /** As {@link Owner#hasSynchronizations}, including subordinates. */
    @Override
    public boolean hasSynchronizations() {
        Synchronizations all = synchronizations;
        return (all != null && all.hasMore()) || engine().participants().hasSynchronizations();
    }

    /**
     * Calls the synchronizations of this node that were not called yet, with this transaction on the calling thread.
     * The first that fails marks it for rollback. Called before any participant is asked to prepare: by {@link
     * #commit}, and for a superior that asks for it.
     */
    public void callSynchronizations() {
        Synchronizations all = synchronizations;
        if (all != null && !engine().isMarkedRollback()) {
            all.before(this, node.context());
        }
    }

    void afterCompletion(Outcome outcome) {
        Synchronizations all = synchronizations;
        if (all != null) {
            all.after(Outcomes.completionStatus(outcome), id(), node.notices());
        }
    }

    // ---- registry resources

    synchronized @Nullable Object registryResource(Object key) {
        Objects.requireNonNull(key, "key");
        return registryResources == null ? null : registryResources.get(key);
    }

    synchronized void putRegistryResource(Object key, @Nullable Object value) {
        Objects.requireNonNull(key, "key");
        if (registryResources == null) {
            registryResources = new HashMap<>();
        }
        registryResources.put(key, value);
    }

    // ---- the end

    /** Sends operators a message, once for a transaction. */
    @Override
    public void timedOut(TimedOutException timeout) {
        node.notices().warning(timeout.text());
    }

    /** Commits; the calling thread waits for the outcome and loses this transaction. */
    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        node.endRequests().commit(this);
    }

    /**
     * Rolls back; the calling thread waits for the end and loses this transaction. If the timeout was first, does
     * nothing and throws nothing, unless a resource is known to have done otherwise.
     */
    @Override
    public void rollback() throws SystemException {
        node.endRequests().rollback(this);
    }

    /**
     * Ends it for a client in another process. No thread waits, and the calling one is not held up. Its
     * synchronizations have been called before.
     *
     * @param told takes the outcome, once, on any thread, maybe before this returns
     * @throws IllegalStateException if its end was requested before
     */
    public void end(boolean isCommit, Completion told) {
        node.endRequests().end(this, isCommit, told);
    }

    /**
     * Whether code of this node listens for the end; the answer no longer changes once the transaction takes no more
     * work.
     */
    @Override
    public boolean mayBlock() {
        return synchronizations != null;
    }

    /** Why an outcome is not the requested commit, in a sentence; empty if it is. */
    public String why(Outcome outcome) {
        try {
            Outcomes.afterCommit(engine(), outcome);
            return "";
        } catch (RollbackException
                | HeuristicMixedException
                | HeuristicRollbackException
                | SystemException notCommitted) {
            return String.valueOf(notCommitted.getMessage());
        }
    }

    /** Only the superior, or the client, may end it. Work that it does on this node may mark it for rollback. */
    void checkEndedHere(String what) {
        if (isOfAnother) {
            Subordinate subordinate = engine().subordinate();
            String who = subordinate == null
                    ? "the client that has begun it"
                    : subordinate.superior().name();
            throw new IllegalStateException(MESSAGES.endOfSubordinate(what, id(), who));
        }
    }

    /** Only once. A thread that comes after the end loses the transaction; a thread within the end keeps it. */
    synchronized void startCompleting(String what) {
        if (completed) {
            node.disassociate(this);
        }
        if (completing) {
            throw Outcomes.notActive(engine(), what);
        }
        completing = true;
    }

    /** Its end is over for the application, which loses it. */
    synchronized void completed() {
        completed = true;
        node.disassociate(this);
    }

    private synchronized boolean isFirstEnd() {
        boolean isFirst = !completed;
        completed = true;
        return isFirst;
    }

    /** Whether its application has not ended it, so that a thread may continue it. */
    synchronized boolean isResumable() {
        return !completed;
    }

    /**
     * Takes the outcome: of a rollback that its application did not request, or of a subordinate, on any thread. Later
     * findings of recovery change nothing here. The application may never ask for a heuristic outcome that ends a transaction
     * without it, so operators hear of it.
     */
    @Override
    public void done(Outcome outcome) {
        if (outcome.isHeuristic() && engine().subordinate() == null) {
            node.notices().warning(Outcomes.heuristic(engine(), outcome));
        }
        if (engine().subordinate() == null || isFirstEnd()) {
            afterCompletion(outcome);
        }
    }
}
