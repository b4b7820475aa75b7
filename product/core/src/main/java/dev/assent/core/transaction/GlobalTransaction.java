package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NodeEpoch;
import dev.assent.NotRunningException;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Synchronizing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One transaction: its participants, its calls, and the ways to ask for its end. {@link Progress} then carries the end
 * out. A superior, recovery and an operator see it by a view of their own.
 *
 * <p>It never blocks by itself and has no thread. {@link #commit} and {@link #rollback} return the outcome if every
 * port answers at once. Otherwise they return {@link Outcome#PENDING}, and a {@link Completion} gets the outcome later.
 *
 * <p>Thread safety: between {@link #enter} and {@link #leave} only the caller touches the participants. Any thread may
 * call the other public methods.
 */
public final class GlobalTransaction extends Gate {
    private static final VarHandle UNASKED;

    static {
        try {
            UNASKED = MethodHandles.lookup().findVarHandle(GlobalTransaction.class, "unasked", UnaskedEnd.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Coordinator coordinator;
    final Terms terms;
    private final Owner owner;
    private final long deadlineNanos;
    private final Participants participants;
    private final Progress progress;
    private long sequence;
    private @Nullable TransactionId id;

    /** For a subordinate: this node's identity for it. No other subordinate of the same transaction has the same. */
    private @Nullable LocalTransactionId incarnation;

    /** Whether recovery found only branches of the transaction, so that nothing is known about the rest of it. */
    boolean isOfBranches;

    /** Whether only branches of the transaction were found, and an operator has decided about them. */
    boolean isResolvedByBranches;

    /** The superior's side, if a superior decides this transaction; null if this node decides. */
    private @Nullable Subordinate subordinate;

    private volatile boolean marked;
    volatile @Nullable Throwable rollbackCause;

    /** The rollback that its application did not request; null as long as there is no reason for one. */
    private volatile @Nullable UnaskedEnd unasked;

    /** The operator's act that decided the transaction, or that wants it forgotten; null if there is none. */
    volatile @Nullable Act act;

    /** The order to forget its outcome, once that is durable; null before. */
    volatile @Nullable ForgetOrder forgetting;

    GlobalTransaction(Coordinator coordinator, Terms terms, Owner owner, long deadlineNanos) {
        this.coordinator = coordinator;
        this.terms = terms;
        this.owner = owner;
        this.deadlineNanos = deadlineNanos;
        this.participants = new Participants(this);
        this.progress = new Progress(this, terms.protocol());
    }

    /** Makes the transaction the subordinate of a superior, before any other thread can see it. */
    void follow(TransactionId superiors, Superior superior) {
        id = superiors;
        subordinate = new Subordinate(this, superior);
    }

    /** Makes a transaction from the log a subordinate again, as an earlier record of the log says, if there is one. */
    void followAgain(Superior superior, @Nullable GlobalTransaction before) {
        Subordinate earlier = null;
        if (before != null) {
            earlier = before.subordinate;
            progress.goOnFrom(before.progress);
            act = before.act;
        }
        Outcome known = step() == Step.PREPARED ? Outcome.PREPARED : progress.outcome();
        subordinate = Subordinate.recovered(this, superior, known, earlier);
    }

    // ---- identity

    /** Its global identity. */
    public TransactionId id() {
        TransactionId known = id;
        if (known == null) {
            known = new LocalTransactionId(coordinator.life(), sequence);
            id = known;
        }
        return known;
    }

    /**
     * The identity that the Xids of its branches carry: its own, if that is an Assent node's; otherwise this node's
     * identity for it, since an Xid has no room for every foreign identity (law 1: an identity names its owner).
     */
    public TransactionId branchesId() {
        LocalTransactionId ours = incarnation();
        return ours == null || id() instanceof LocalTransactionId ? id() : ours;
    }

    /**
     * For a subordinate: this node's identity for it. A second subordinate of the same superior's transaction, made
     * after a restart or after the first was over, has another one (law 15: a restart forces rollback). Null if this
     * node decides.
     */
    public @Nullable LocalTransactionId incarnation() {
        if (incarnation == null && subordinate != null) {
            incarnation = new LocalTransactionId(coordinator.life(), sequence);
        }
        return incarnation;
    }

    /** The life of the node that runs it. */
    public NodeEpoch life() {
        return coordinator.life();
    }

    /** Whether the transaction began in an earlier life of the node, and was rebuilt. */
    public boolean isRecovered() {
        return sequence == 0;
    }

    /** The transaction was rebuilt: it has these identities, and no place among those that this life began. */
    void rebuilt(TransactionId known, @Nullable LocalTransactionId ours) {
        id = known;
        incarnation = ours;
        setSequence(0);
    }

    long sequence() {
        return sequence;
    }

    void setSequence(long sequence) {
        this.sequence = sequence;
        progress.time(sequence);
    }

    // ---- its parts, and its views

    /** Its participants and onlookers. */
    public Participants participants() {
        return participants;
    }

    /** The superior's side of the transaction; null if this node decides. */
    public @Nullable Subordinate subordinate() {
        return subordinate;
    }

    /** What is decided of it. */
    public DecisionView forDecision() {
        return new DecisionView(this);
    }

    /** As recovery sees it. */
    public RecoveryView forRecovery() {
        return new RecoveryView(this);
    }

    /** As an operator sees it. */
    public OperatorView forOperator() {
        return new OperatorView(this);
    }

    /** As its superior's side sees it. */
    SuperiorView forSuperior() {
        return new SuperiorView(this);
    }

    /** The application's side. */
    public Owner owner() {
        return owner;
    }

    /** The node's transactions, this one among them. */
    public Coordinator coordinator() {
        return coordinator;
    }

    Progress progress() {
        return progress;
    }

    /** Its rollback for another reason than a request of its application. */
    public UnaskedEnd unasked() {
        if (unasked == null) {
            UNASKED.compareAndSet(this, null, new UnaskedEnd(this));
        }
        return Objects.requireNonNull(unasked);
    }

    // ---- its state

    /** What it is doing. */
    public Step step() {
        return progress.step;
    }

    /** Whether the transaction is rolled back because it timed out, and for no other reason. */
    public boolean hasRunOutOfTime() {
        return isTimedOut() && unasked().isByTimeout() && !(rollbackCause instanceof NotRunningException);
    }

    /** Whether the transaction can only roll back. */
    public boolean isMarkedRollback() {
        return marked;
    }

    /**
     * Why the transaction can only roll back, or was rolled back; null if no cause is known. After a timeout it is
     * always the same exception.
     */
    public @Nullable Throwable rollbackCause() {
        return hasRunOutOfTime() ? unasked().timedOut() : rollbackCause;
    }

    /** From now on it can only roll back, unless its commit is decided already. The first cause is kept. */
    public void markRollback(@Nullable Throwable cause) {
        if (rollbackCause == null) {
            rollbackCause = cause;
        }
        marked = true;
    }

    /** Milliseconds until it times out: 0 if the time is over, Long.MAX_VALUE if it has no timeout. */
    public long remainingMillis() {
        return deadlineNanos == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : Math.max(0, (deadlineNanos - coordinator.clock().nanos()) / 1_000_000);
    }

    // ---- while it is active

    /**
     * Ends what {@link #enter} began. If the transaction timed out meanwhile, rolls it back.
     *
     * @return false if it timed out meanwhile
     */
    @Override
    public boolean leave() {
        return leave(UnaskedEnd.HERE);
    }

    @Override
    void leaveAtOnce() {
        leave(coordinator.background());
    }

    /** Ends what {@link #enter} began. If the timeout came meanwhile, the given executor rolls back. */
    private boolean leave(Executor ifExpired) {
        List<Runnable> afterwards = List.of();
        boolean isInTime = false;
        try {
            afterwards = drain(Admission.ADMITTED);
        } finally { // also without memory for it: nobody else opens the gate
            try {
                isInTime = open();
                if (!isInTime) {
                    unasked().begin(ifExpired);
                }
            } finally {
                runAll(afterwards);
                drainUnlessBusy();
            }
        }
        return isInTime;
    }

    @Override
    void pause() {
        coordinator.pause();
    }

    @Override
    void failed(Throwable bug) {
        coordinator.background().execute(() -> ForeignCode.rethrow(bug));
    }

    /**
     * The round before phase one: asks all participants that have synchronizations to run them, and the onlookers, all
     * at once (law 19: synchronizations come first). A refusal marks the transaction for rollback.
     *
     * @param whenDone runs, on any thread, when all have answered, if this returns false; otherwise unused
     * @return whether all have answered
     */
    public boolean beforeCompletion(Runnable whenDone) {
        List<Synchronizing> due = participants.synchronizing();
        return due.isEmpty() || new SynchronizationRound(this, whenDone).ask(due);
    }

    // ---- its end

    /**
     * Commits. Rolls back if it is marked, if a participant refuses, or if calls are under way (law 16: a lost reply
     * forces rollback).
     *
     * @param whenDone takes the outcome if {@link Outcome#PENDING} is returned, otherwise unused
     * @return {@link Outcome#ROLLED_BACK} also if it timed out before, and no participant is known to have done
     *     otherwise
     * @throws IllegalStateException if commit or rollback was requested before
     */
    public Outcome commit(Completion whenDone) {
        if (!marked && !coordinator.isRunning()) {
            markRollback(coordinator.whyRolledBack());
        }
        if (marked) {
            return rollback(whenDone);
        }
        if (!take(PREPARING)) {
            return endedBefore(whenDone);
        }
        return progress.begin(FirstEvent::ofRequest, whenDone);
    }

    /**
     * Rolls back.
     *
     * @param whenDone takes the outcome if {@link Outcome#PENDING} is returned, otherwise unused
     * @throws IllegalStateException if commit or rollback was requested before
     */
    public Outcome rollback(Completion whenDone) {
        if (!take(CLOSED)) {
            return endedBefore(whenDone);
        }
        marked = true;
        return progress.begin(Progress.ROLLBACK, whenDone);
    }

    /**
     * As {@link #commit} or {@link #rollback}, for a client in another process: it waits for no thread.
     *
     * @param whenDone takes the outcome, on any thread, maybe before this returns
     * @throws IllegalStateException if its end was requested before
     */
    public void endForClient(boolean isCommit, Completion whenDone) {
        new ClientEnd(this, whenDone).request(isCommit);
    }

    private boolean take(int to) {
        return switch (close(to)) {
            case ADMITTED -> true;
            case TIMED_OUT -> false;
            case CLOSED -> throw endedAlready();
        };
    }

    IllegalStateException endedAlready() {
        return new IllegalStateException(MESSAGES.endedAlready(id(), step().words()));
    }

    /** The answer to a client that requests the end of a transaction that was rolled back before. */
    Outcome endedBefore(Completion whenDone) {
        return unasked().join(whenDone);
    }

    /**
     * Called by the timer: rolls the transaction back if it timed out before its decision (law 20: timeout or decision,
     * one wins).
     */
    void expireAt(long nowNanos) {
        UnaskedEnd end = unasked;
        if (end != null) {
            end.tryAgain();
        }
        if (nowNanos >= deadlineNanos && !isTimedOut()) {
            unasked().timeOut();
        }
    }

    /** A new heuristic outcome has come: an order to forget covers only the outcome that its giver saw. */
    void keep() {
        if (forgetting != null) {
            forgetting = null;
            act = null;
        }
    }
}
