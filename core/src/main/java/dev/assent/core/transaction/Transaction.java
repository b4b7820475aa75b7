package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.audit.Act;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.Event;
import dev.assent.core.commit.PresumedAbortSubordinate;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.log.RecordKind;
import dev.assent.core.observe.LifeEvent;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Synchronizing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One transaction: its identity, its participants, and the ways to ask for its end. {@link Progress} then
 * carries the end out.
 *
 * <p>It never blocks by itself and has no thread. {@link #commit} and {@link #rollback} return the outcome if every
 * port answers at once. Otherwise they return {@link Outcome#PENDING}, and a {@link Completion} gets the outcome later.
 *
 * <p>Thread safety: between {@link #enter} and {@link #leave} only the caller touches the participants. Any thread may
 * call the other public methods.
 */
public final class Transaction extends Progress {
    private static final VarHandle CALLS;
    private static final VarHandle ENDED_BY;
    private static final VarHandle TIMED_OUT;

    static {
        try {
            CALLS = MethodHandles.lookup().findVarHandle(Transaction.class, "calls", int.class);
            ENDED_BY = MethodHandles.lookup().findVarHandle(Transaction.class, "endedBy", Act.class);
            TIMED_OUT = MethodHandles.lookup().findVarHandle(Transaction.class, "timedOut", TimedOutException.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long timeoutMillis;
    private final long deadlineNanos;
    private final Owner owner;
    private long sequence;
    private @Nullable TransactionId id;

    /** For a subordinate: this node's identity for it. No other subordinate of the same transaction has the same. */
    private @Nullable LocalTransactionId incarnation;

    /** The superior's side, if a superior decides this transaction; null if this node decides. */
    private @Nullable Subordinate subordinate;

    /** The number of calls under way that are part of the transaction, to other processes and from them. */
    private volatile int calls;

    /** Whether the transaction is prepared, rebuilt from the log, and has received the decision. */
    private volatile boolean told;

    /** Whether recovery found only branches of the transaction, so that nothing is known about the rest of it. */
    private boolean isOfBranches;

    /** Whether only branches of the transaction were found, and an operator has decided about them. */
    private boolean isResolvedByBranches;

    /** Null unless the transaction is rolled back for another reason than a request of its client. */
    private volatile @Nullable LateEnd lateEnd;

    /**
     * Whether the application has lost the transaction, but its rollback failed to start: the timer starts it again.
     */
    private volatile boolean isRollbackDue;

    /** Whether the superior, the client or a pool took the transaction from its application, not the timer. */
    private volatile boolean isTakenByOther;

    /** The exception for every request after the transaction timed out; null until the first such request. */
    private volatile @Nullable TimedOutException timedOut;

    /** The operator's act that ended the transaction before it voted; null if none did. */
    private volatile @Nullable Act endedBy;

    /** Onlookers: they have no vote, but want a call before phase one, or the outcome afterwards. */
    private volatile List<Onlooker> onlookers = List.of();

    private volatile @Nullable Act act;
    private volatile @Nullable ForgetOrder forgetting;

    Transaction(Coordinator coordinator, Terms terms, long deadlineNanos) {
        super(coordinator, terms.protocol());
        this.owner = terms.owner();
        this.timeoutMillis = terms.timeoutMillis();
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * A transaction that the log remembers. It is decided, and some participants may not have heard so; or it is in
     * doubt since its last resource was asked.
     *
     * @param kind of the last record
     */
    static Transaction recovered(Coordinator coordinator, TransactionId id, int kind, DecisionRecord record) {
        Transaction transaction = waiting(coordinator, id, record.head().isCommit());
        transaction.incarnation = record.head().incarnation();
        transaction.logged = true;
        transaction.sinceMillis = record.head().sinceMillis();
        if (kind == RecordKind.LAST_RESOURCE) {
            transaction.step = Step.IN_DOUBT;
        }
        if (kind == RecordKind.PREPARED) {
            transaction.protocol = PresumedAbortSubordinate.INSTANCE;
            transaction.step = Step.PREPARED;
            transaction.move(CLOSED, WAITING);
        }
        for (DecisionRecord.Entry entry : record.entries()) {
            Seat seat = transaction.add(entry.participant());
            seat.answer = entry.answer();
            seat.finished = entry.answer() != Answer.RETRY;
        }
        if (transaction.seats.isAllFinished()) {
            transaction.step = Step.HEURISTIC;
        }
        return transaction;
    }

    /** A transaction that no record mentions, so that presumed abort applies. */
    static Transaction presumedAborted(
            Coordinator coordinator, TransactionId id, List<? extends Participant> participants) {
        Transaction transaction = waiting(coordinator, id, false);
        transaction.isOfBranches = true;
        participants.forEach(transaction::enlist);
        return transaction;
    }

    /** A transaction that an operator decides, still without participants; its record is not forced yet. */
    static Transaction resolved(Coordinator coordinator, TransactionId id, boolean commit, Act act) {
        Transaction transaction = waiting(coordinator, id, commit);
        transaction.act = act;
        return transaction;
    }

    private static Transaction waiting(Coordinator coordinator, TransactionId id, boolean commit) {
        Transaction transaction = new Transaction(coordinator, Terms.DEFAULT, Long.MAX_VALUE);
        transaction.id = id;
        transaction.setSequence(0);
        transaction.move(OPEN, commit ? DECIDED : CLOSED);
        transaction.committing = commit;
        transaction.step = commit ? Step.COMMIT_PARKED : Step.ROLLBACK_PARKED;
        return transaction;
    }

    /** Makes the transaction the subordinate of a superior, before any other thread can see it. */
    void follow(TransactionId superiors, Superior superior) {
        id = superiors;
        subordinate = new Subordinate(this, superior);
    }

    /** Makes a transaction from the log a subordinate again. */
    void followAgain(Superior superior) {
        followAgain(superior, null);
    }

    /** Makes a transaction a subordinate again, as an earlier record of the log says. */
    void followAgain(Transaction before) {
        Subordinate earlier = Objects.requireNonNull(before.subordinate);
        goOnFrom(before);
        act = before.act;
        followAgain(earlier.superior(), earlier);
    }

    private void followAgain(Superior superior, @Nullable Subordinate earlier) {
        Outcome known = step == Step.PREPARED ? Outcome.PREPARED : outcome();
        subordinate = Subordinate.recovered(this, superior, known, earlier);
    }

    // ---- identity

    /** Its global identity. */
    @Override
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

    /** The life of the node that runs it. */
    public NodeEpoch life() {
        return coordinator.life();
    }

    long sequence() {
        return sequence;
    }

    void setSequence(long sequence) {
        this.sequence = sequence;
        time(sequence);
    }

    // ---- who decides

    /**
     * The identity under which others may ask this node for the decision (law 17: no answer before the log is read). It
     * is the transaction's own if this node or a node that it adopted began the transaction; otherwise the {@link
     * #incarnation}. Null if only branches of it were found.
     */
    public @Nullable LocalTransactionId ownId() {
        LocalTransactionId own = incarnation();
        if (own == null && !isOfBranches && id() instanceof LocalTransactionId begun) {
            NodeId home = begun.origin().node();
            boolean isHere = home.equals(coordinator.life().node()) || coordinator.adoption(home) != null;
            return isHere ? begun : null;
        }
        return own;
    }

    /**
     * Whether an operator decided the transaction when only branches of it, in a resource's list, were known. If this
     * node's log is not whole, that says nothing about the rest of the transaction (law 17: no answer before the log is
     * read).
     */
    public boolean isResolvedByBranches() {
        return isResolvedByBranches;
    }

    /** Notes that only branches of the transaction were found, and an operator has decided about them. */
    void setResolvedByBranches() {
        isResolvedByBranches = true;
    }

    /** Its {@link Terms#owner}. */
    public Owner owner() {
        return owner;
    }

    /**
     * For a subordinate: this node's identity for it. A second subordinate of the same superior's transaction, made
     * after a restart or after the first was over, has another one (law 15: a restart forces rollback). Null if this
     * node decides.
     */
    @Override
    public @Nullable LocalTransactionId incarnation() {
        if (incarnation == null && subordinate != null) {
            incarnation = new LocalTransactionId(coordinator.life(), sequence);
        }
        return incarnation;
    }

    /** Whether the transaction began in an earlier life of the node, and was rebuilt. */
    public boolean isRecovered() {
        return sequence == 0;
    }

    /** The superior's side of the transaction; null if this node decides. */
    public @Nullable Subordinate subordinate() {
        return subordinate;
    }

    // ---- its state

    /**
     * Whether the transaction rolls back without a request of its application: it timed out, or an operator, its
     * superior, its client or a pool ended it.
     */
    public boolean isTimedOut() {
        return isExpired();
    }

    /** Whether the transaction is rolled back because it timed out, and for no other reason. */
    @Override
    public boolean hasRunOutOfTime() {
        return isExpired()
                && !isTakenByOther
                && endedBy == null
                && !(super.rollbackCause() instanceof NotRunningException);
    }

    /**
     * Why the transaction can only roll back, or was rolled back; null if no cause is known. After a timeout it is
     * always the same exception.
     */
    @Override
    public @Nullable Throwable rollbackCause() {
        return hasRunOutOfTime() ? timedOut() : super.rollbackCause();
    }

    private TimedOutException timedOut() {
        if (timedOut == null) {
            TIMED_OUT.compareAndSet(this, null, new TimedOutException(id(), timeoutMillis, super.rollbackCause()));
        }
        return Objects.requireNonNull(timedOut);
    }

    /**
     * Whether its application has lost the transaction to a rollback, so that the application has nothing left to do.
     */
    public boolean isTakenByTimer() {
        int now = gate();
        return now == BUSY_EXPIRED || now == EXPIRED;
    }

    /** Milliseconds until it times out: 0 if the time is over, Long.MAX_VALUE if it has no timeout. */
    public long remainingMillis() {
        if (deadlineNanos == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, (deadlineNanos - coordinator.clock().nanos()) / 1_000_000);
    }

    /** Whether the transaction goes towards commit. If it {@linkplain #isDecided is decided}, this is the decision. */
    public boolean isCommitting() {
        Seat last = seats.lastResource();
        return last != null && isLastKnown() ? last.answer == Answer.DONE : committing;
    }

    /**
     * Whether the transaction is decided and waits to carry the decision out. The decision may not be in the log yet:
     * the known act of the last resource, an operator's statement of it, and the superior's decision count before their
     * record is written.
     */
    public boolean isDecided() {
        return step.isParked() || isLastKnown() || isTold();
    }

    /** Whether the transaction is prepared, has received the decision, and waits for recovery to carry it out. */
    public boolean isTold() {
        return told;
    }

    /**
     * Whether the superior {@linkplain #isTold has decided} to commit, and no record of that exists here yet. Once it
     * is recorded, the superior need not wait for a resource that it does not know (law 18: a prepared subordinate
     * asks).
     */
    public boolean isToRecordWord() {
        return told && committing && !isResolvedInPlace();
    }

    private boolean isLastKnown() {
        Seat last = seats.lastResource();
        return step == Step.IN_DOUBT && last != null && last.finished;
    }

    /** The operator's act that decided the transaction, or that wants it forgotten; null if there is none. */
    public @Nullable Act act() {
        return act;
    }

    /** Whether the order to forget its outcome is durable. */
    public boolean isToBeForgotten() {
        return forgetting != null;
    }

    /** The resources that an operator has declared lost for good in the order to forget. */
    public Set<String> lost() {
        ForgetOrder order = forgetting;
        return order == null ? Set.of() : order.lost();
    }

    /** Notes that an operator has decided the transaction. Called when the record of that is durable. */
    public void setAct(Act decided) {
        act = decided;
    }

    /**
     * Notes that an operator, or the superior, wants the outcome forgotten. Called when the record of that is durable.
     */
    public void askToForget(ForgetOrder order) {
        act = order.act();
        forgetting = order;
    }

    /** An order to forget covers only the outcome that its giver saw: a new heuristic outcome cancels it. */
    @Override
    void keep() {
        if (forgetting != null) {
            forgetting = null;
            act = null;
        }
    }

    // ---- while it is active

    /**
     * Ends what {@link #enter} began. If the transaction timed out meanwhile, rolls it back.
     *
     * @return false if it timed out meanwhile
     */
    @Override
    public boolean leave() {
        return leave(Runnable::run);
    }

    @Override
    void leaveAtOnce() {
        leave(coordinator::background);
    }

    /** Ends what {@link #enter} began. If the timeout came meanwhile, the given executor rolls back. */
    private boolean leave(Executor ifExpired) {
        List<Runnable> afterwards = drain(Admission.ADMITTED);
        boolean isInTime = move(BUSY, OPEN);
        try {
            if (!isInTime) {
                move(BUSY_EXPIRED, EXPIRED);
                beginRollback(ifExpired);
            }
        } finally {
            runAll(afterwards);
            drainUnlessBusy();
        }
        return isInTime;
    }

    /**
     * Adds a participant. Only between {@link #enter} and {@link #leave}, after {@link #checkRoom}.
     */
    public void enlist(Participant participant) {
        add(participant);
    }

    /**
     * An unasked participant votes by itself, and gets no more questions: READ_ONLY, or ROLLED_BACK, so that the
     * transaction can only roll back. Only between {@link #enter} and {@link #leave}. Ignored if the participant has
     * left before.
     */
    public void voted(Participant unasked, Answer vote) {
        boolean isNews = seats.leave(unasked, vote);
        if (isNews && vote == Answer.ROLLED_BACK) {
            markRollback(new IllegalStateException(MESSAGES.leftRolledBack(id(), unasked)));
        }
    }

    /**
     * Adds an onlooker. Only between {@link #enter} and {@link #leave}.
     *
     * @throws IllegalStateException if there are as many as there may be participants
     */
    public void add(Onlooker onlooker) {
        if (onlookers.size() >= protocol.participantsMax()) {
            throw tooMany(onlooker.toString());
        }
        List<Onlooker> all = new ArrayList<>(onlookers);
        all.add(onlooker);
        onlookers = List.copyOf(all);
    }

    /** The onlookers. */
    public List<Onlooker> onlookers() {
        return onlookers;
    }

    private Seat add(Participant participant) {
        Seat seat = seats.add(this, participant);
        if (seat == seats.lastResource()) {
            protocol = protocol.withLastResource();
        }
        return seat;
    }

    /**
     * Checks that the commit protocol allows one more participant.
     *
     * @param name of the participant
     * @throws IllegalStateException if it does not
     */
    public void checkRoom(String name) {
        if (seats.count() >= protocol.participantsMax()) {
            throw tooMany(name);
        }
    }

    private IllegalStateException tooMany(String name) {
        return new IllegalStateException(
                MESSAGES.tooManyParticipants(name, id(), protocol.name(), protocol.participantsMax()));
    }

    /**
     * Checks that the transaction may take a participant that can't prepare.
     *
     * @param name of the participant
     * @throws IllegalStateException if there is one already, if a superior decides and so needs a vote, or as
     *     {@link #checkRoom}
     */
    public void checkRoomForLast(String name) {
        if (subordinate != null) {
            throw new IllegalStateException(MESSAGES.lastResourceOfSubordinate(
                    name, id(), subordinate.superior().name()));
        }
        Seat last = seats.lastResource();
        if (last != null) {
            throw new IllegalStateException(MESSAGES.lastResourceSecond(name, id(), last.participant.name()));
        }
        checkRoom(name);
    }

    // ---- its calls

    /**
     * Begins a call that is part of the transaction, to another process or from one. If it is admitted, {@link
     * #endCall} must follow. While a call is under way, the transaction can't commit (law 16: a lost reply forces
     * rollback).
     */
    public Admission beginCall() {
        CALLS.getAndAdd(this, 1); // first: either the closing thread sees the call, or this one sees the gate closed
        int now = gate();
        if (now == OPEN || now == BUSY) {
            return Admission.ADMITTED;
        }
        endCall();
        return isExpired() ? Admission.TIMED_OUT : Admission.CLOSED;
    }

    /** Ends what {@link #beginCall} began. */
    public void endCall() {
        CALLS.getAndAdd(this, -1);
    }

    /** The number of calls under way that are part of the transaction. */
    public int calls() {
        return calls;
    }

    /**
     * The round before phase one: asks all participants that have synchronizations to run them, and the onlookers, all
     * at once (law 19: synchronizations come first). A refusal marks the transaction for rollback.
     *
     * @param whenDone runs, on any thread, when all have answered, if this returns false; otherwise unused
     * @return whether all have answered
     */
    public boolean beforeCompletion(Runnable whenDone) {
        List<Synchronizing> due = synchronizing();
        return due.isEmpty() || new SynchronizationRound(this, whenDone).ask(due);
    }

    /** Whether some participant has synchronizations still to run, or an onlooker still waits for its question. */
    public boolean hasSynchronizations() {
        return !synchronizing().isEmpty();
    }

    private List<Synchronizing> synchronizing() {
        List<Onlooker> looking = onlookers;
        if (!seats.hasRemote() && looking.isEmpty()) {
            return List.of();
        }
        List<Synchronizing> due = new ArrayList<>(seats.having(Capability.SYNCHRONIZATIONS));
        looking.stream().filter(Onlooker::waitsToBeAsked).forEach(due::add);
        return due;
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
        return take(PREPARING) ? commitTaken(whenDone) : endedBefore(whenDone);
    }

    private Outcome commitTaken(Completion whenDone) {
        completion = whenDone;
        return run(isRefusedAsBusy() ? Event.ROLLBACK : commitEvent());
    }

    /**
     * Whether calls are under way, so that the transaction rolls back (law 16: a lost reply forces rollback). Call this
     * right after closing the gate: nobody waited for a call that ends after that.
     */
    private boolean isRefusedAsBusy() {
        if (calls == 0) {
            return false;
        }
        markRollback(busy());
        move(PREPARING, CLOSED);
        return true;
    }

    /**
     * What a commit has to do. Call this when the gate is closed: until then a thread inside may enlist, or mark the
     * transaction. Without phase one, the timeout can still win here (law 20: timeout or decision, one wins).
     */
    private Event commitEvent() {
        if (isRefused()) {
            return Event.ROLLBACK;
        }
        if (seats.count() > 0 && !seats.canOnePhase()) {
            return Event.COMMIT_MANY;
        }
        if (!move(PREPARING, DECIDED)) {
            return Event.ROLLBACK;
        }
        return seats.count() == 0 ? Event.COMMIT_NONE : Event.COMMIT_ONE;
    }

    /**
     * Whether the transaction was marked after the request to commit, or got a synchronization that nobody called,
     * before the gate was closed.
     */
    private boolean isRefused() {
        if (!marked && owner.hasSynchronizations()) {
            markRollback(new IllegalStateException(MESSAGES.synchronizationLate(id())));
        }
        if (!marked) {
            return false;
        }
        move(PREPARING, CLOSED);
        return true;
    }

    private IllegalStateException busy() {
        return new IllegalStateException(MESSAGES.callsUnderWay(id(), calls));
    }

    /**
     * Rolls back.
     *
     * @param whenDone takes the outcome if {@link Outcome#PENDING} is returned, otherwise unused
     * @throws IllegalStateException if commit or rollback was requested before
     */
    public Outcome rollback(Completion whenDone) {
        return take(CLOSED) ? rollBackTaken(whenDone) : endedBefore(whenDone);
    }

    /** The outcome of a rollback that the client did not request; null if there was none, or it is not over. */
    public @Nullable Outcome endedUnasked() {
        LateEnd end = lateEnd;
        return end == null ? null : end.outcome();
    }

    /** The answer to a client that requests the end of a transaction that was rolled back before. */
    private Outcome endedBefore(Completion whenDone) {
        LateEnd end = lateEnd;
        return end == null ? Outcome.ROLLED_BACK : end.join(!heuristics().isEmpty(), whenDone);
    }

    private Outcome rollBackTaken(Completion whenDone) {
        completion = whenDone;
        marked = true;
        return run(Event.ROLLBACK);
    }

    /**
     * As {@link #commit} or {@link #rollback}, for a client in another process. It does not wait for a thread that is
     * inside. Such a thread has a call under way, so the transaction rolls back as soon as that thread leaves (law 16:
     * a lost reply forces rollback).
     *
     * <p>The calling thread does only work that can't hold it up: it ends a transaction without participants if {@code
     * whenDone} never blocks. Workers do everything else. This is decided when the gate is closed, since until then
     * other threads may enlist or register.
     *
     * @param whenDone takes the outcome, on any thread, maybe before this returns
     * @throws IllegalStateException if its end was requested before
     */
    public void endForClient(boolean isCommit, Completion whenDone) {
        if (!coordinator.isRunning()) {
            markRollback(coordinator.whyRolledBack());
        }
        while (!closeAtOnce(isCommit && !marked ? PREPARING : CLOSED)) {
            if (isExpired() || isLeftToWhoIsInside()) {
                tellEndedBefore(whenDone);
                return;
            }
            int now = gate();
            if (now != OPEN && now != BUSY && !isExpired()) {
                throw endedAlready();
            }
        }
        endTaken(whenDone);
    }

    /** Whether a thread is inside, so that it rolls back when it leaves. */
    private boolean isLeftToWhoIsInside() {
        if (!isInside()) {
            return false;
        }
        markRollback(busy()); // first, so that the leaving thread can tell why; also right if it has just left
        isTakenByOther = true;
        return move(BUSY, BUSY_EXPIRED);
    }

    private void endTaken(Completion whenDone) {
        completion = whenDone;
        boolean rollsBack = gate() == CLOSED || isRefusedAsBusy();
        if (rollsBack) {
            marked = true;
        }
        Supplier<Event> first = rollsBack ? () -> Event.ROLLBACK : this::commitEvent;
        if (seats.count() == 0 && !whenDone.mayBlock()) {
            proceedHere(first.get());
        } else {
            goOn(first);
        }
    }

    private void tellEndedBefore(Completion whenDone) {
        Outcome known = endedBefore(whenDone);
        if (known == Outcome.PENDING) {
            return;
        }
        if (whenDone.mayBlock()) {
            background(() -> whenDone.done(known));
        } else {
            whenDone.done(known);
        }
    }

    /**
     * Phase one, for a superior: asks all participants to prepare, and forces the prepared record. Rolls back if the
     * transaction is marked, or not idle (law 16: a lost reply forces rollback). Only the {@link Subordinate} gets the
     * result, as with the next two methods, and calls one of the three, once.
     */
    void prepare() {
        if (closeForSuperior()) {
            protocol = PresumedAbortSubordinate.INSTANCE;
            proceed(isRefused() ? Event.ROLLBACK : Event.PREPARE);
        }
    }

    /** Commit without a vote, for a superior: decides here. Rolls back as {@link #prepare}. */
    void commitOnePhase() {
        if (closeForSuperior()) {
            proceed(commitEvent());
        }
    }

    /** Rolls back before there is a vote, since a superior says so. It does not wait for a thread that is inside. */
    void rollBackForSuperior(Throwable cause) {
        markRollback(cause);
        isTakenByOther = true;
        if (expire()) {
            beginRollback(Runnable::run);
        }
    }

    private boolean closeForSuperior() {
        completion = Completion.NONE;
        if (!coordinator.isRunning()) {
            markRollback(coordinator.whyRolledBack());
        }
        if (calls == 0 && !marked && closeAtOnce(PREPARING)) {
            if (!isRefusedAsBusy()) {
                return true;
            }
            proceed(Event.ROLLBACK); // a call came meanwhile
            return false;
        }
        rollBackForSuperior(busy());
        return false;
    }

    /**
     * Takes the decision of the superior, or of an operator in its place; the first one counts. A transaction that is
     * rebuilt from the log waits for recovery, which has the connections. Called by the {@link Subordinate}.
     *
     * @return false if the transaction is not prepared, or already has a decision
     */
    boolean tell(boolean isCommit) {
        if (!move(WAITING, DECIDED)) {
            return false;
        }
        committing = isCommit;
        if (sequence == 0) {
            told = true;
        } else {
            completion = Completion.NONE;
            proceed(isCommit ? Event.TOLD_COMMIT : Event.ROLLBACK);
        }
        return true;
    }

    /**
     * An operator is about to decide in place of an unreachable superior. From now on a decision of the superior waits
     * for {@link #resolveHere} or {@link #releaseHere}; one of them must follow. Called before the record of the
     * resolution is written: after a crash that record counts, whatever the superior has said.
     *
     * @return false if the transaction is not prepared, or already has a decision
     */
    public boolean claimHere() {
        return Objects.requireNonNull(subordinate).claim();
    }

    /** The log refused the record of the operator's decision: the superior decides as before. */
    public void releaseHere() {
        Objects.requireNonNull(subordinate).release();
    }

    /**
     * The operator's decision is durable; {@link #retry} or this method carries it out. The node keeps the outcome
     * until the superior confirms it, or until the operator or the superior has seen that the two decided differently.
     */
    public void resolveHere(boolean isCommit, Act decided) {
        Objects.requireNonNull(subordinate).resolve(isCommit, () -> act = decided);
    }

    /**
     * Forgets a finished transaction if nothing of it is kept except for its superior.
     *
     * @return whether it is forgotten
     */
    boolean forgetDone() {
        if (step == Step.HEURISTIC && heuristics().isEmpty()) {
            coordinator.forget(this);
            return true;
        }
        return false;
    }

    /**
     * Adds one more participant that must roll back, to a transaction whose rollback waits for recovery, or whose
     * heuristic outcome waits for an operator. Called by recovery only.
     *
     * @return false if the transaction does not roll back, or does not wait
     */
    public boolean readmit(Participant late) {
        if (committing || (step != Step.ROLLBACK_PARKED && step != Step.HEURISTIC)) {
            return false;
        }
        seats.add(this, late);
        step = Step.ROLLBACK_PARKED;
        return true;
    }

    /**
     * Takes an operator's statement of what the last resource did, for a transaction in doubt. {@link #retry} then
     * finishes the transaction, after it has recorded the decision. Called by recovery only.
     *
     * @throws IllegalStateException if the transaction is not in doubt, or the act of the last resource is known
     *     already
     */
    public void settleLast(boolean isCommitted) {
        Seat last = seats.lastResource();
        if (step != Step.IN_DOUBT || last == null || last.finished) {
            throw new IllegalStateException("step " + step + " awaits no word");
        }
        last.answer = isCommitted ? Answer.DONE : Answer.ROLLED_BACK;
        last.finished = true;
    }

    /**
     * Whether recovery can do something for the transaction. It can't if the last resource has no commit marker: only
     * an operator can find out what it did.
     */
    public boolean awaitsRecovery() {
        Seat last = seats.lastResource();
        return isDecided()
                || (step == Step.IN_DOUBT
                        && last != null
                        && last.participant.can().contains(Capability.MARKER));
    }

    /**
     * Asks the unfinished participants of a parked transaction again, one after the other on the caller's thread.
     * Called by one recovery pass at a time.
     */
    public Outcome retry(Completion whenDone) {
        completion = whenDone;
        dispatcher = Dispatcher.INLINE;
        if (told) {
            told = false;
            return run(committing ? Event.TOLD_COMMIT : Event.ROLLBACK);
        }
        return run(Event.RETRY);
    }

    private boolean take(int to) {
        return switch (close(to)) {
            case ADMITTED -> true;
            case TIMED_OUT -> false;
            case CLOSED -> throw endedAlready();
        };
    }

    private IllegalStateException endedAlready() {
        return new IllegalStateException(MESSAGES.endedAlready(id(), step));
    }

    // ---- timeout

    /**
     * Called by the timer: rolls the transaction back if it timed out before its decision (law 20: timeout or decision,
     * one wins).
     */
    void expireAt(long nowNanos) {
        if (isRollbackDue) {
            beginRollback(coordinator::background);
        }
        if (nowNanos < deadlineNanos || isExpired()) {
            return;
        }
        try {
            if (expire()) {
                beginRollback(coordinator::background);
            }
        } finally {
            if (hasRunOutOfTime()) {
                owner.timedOut(timedOut());
            }
        }
    }

    /** If the rollback can't start, for example for lack of memory, the next tick tries again. */
    private void beginRollback(Executor by) {
        isRollbackDue = false;
        try {
            by.execute(this::rollBackOrTryAgain);
        } catch (Throwable failed) {
            isRollbackDue = lateEnd == null;
            throw failed;
        }
    }

    private void rollBackOrTryAgain() {
        try {
            rollBackExpired();
        } catch (Throwable failed) {
            isRollbackDue = lateEnd == null;
            throw failed;
        }
    }

    /** Rolls the transaction back if it is still active; its application gets the reason. */
    public void abandon(Throwable reason) {
        if (isTakenFromApplication(reason)) {
            beginRollback(Runnable::run);
        }
    }

    /**
     * As {@link #abandon}, but does not hold up the calling thread: a worker rolls back. The transaction takes no more
     * work.
     */
    public void abandonSoon(Throwable reason) {
        if (isTakenFromApplication(reason)) {
            beginRollback(coordinator::background);
        }
    }

    /** Whether the caller must start the rollback. */
    private boolean isTakenFromApplication(Throwable reason) {
        if (step != Step.ACTIVE || isExpired()) {
            return false;
        }
        markRollback(reason);
        isTakenByOther = true;
        return expire();
    }

    /**
     * Ends the transaction on an operator's order, if its end was not requested before: from now on it takes no more
     * work, and rolls back. A transaction that has voted, or may be about to, is left alone: a compare-and-set decides,
     * as between timeout and commit (law 20: timeout or decision, one wins).
     *
     * @param where the rollback runs, unless a thread is inside: then that thread rolls back when it leaves
     * @return false if its end was requested before
     */
    public boolean endByOperator(Act by, Executor where) {
        if (!ENDED_BY.compareAndSet(this, null, by)) { // first, so that a caller that finds it closed can tell why
            return false;
        }
        for (int now = gate(); now == OPEN || now == BUSY; now = gate()) {
            if (now == BUSY ? move(BUSY, BUSY_EXPIRED) : move(OPEN, EXPIRED)) {
                markRollback(new IllegalStateException(MESSAGES.endedByOperator(id(), by)));
                act = by;
                if (now == OPEN) {
                    beginRollback(where);
                }
                return true;
            }
        }
        endedBy = null;
        return false;
    }

    /** The operator's act that ended the transaction before it voted; null if none did. */
    public @Nullable Act endedBy() {
        return isExpired() ? endedBy : null;
    }

    private void rollBackExpired() {
        marked = true;
        LateEnd end = new LateEnd(subordinate == null ? owner : Completion.NONE); // else settled() tells the owner
        boolean isShown = hasRunOutOfTime() && LifeEvent.Timeout.PROBE.isEnabled();
        LifeEvent.Timeout event = isShown ? new LifeEvent.Timeout() : null;
        lateEnd = end; // from here on the rollback has begun
        completion = end;
        proceed(Event.ROLLBACK);
        if (event != null) {
            event.transaction = id().toString();
            event.commit();
        }
    }

    // ---- questions of its progress

    @Override
    Transaction self() {
        return this;
    }

    @Override
    boolean isKeptForSuperior() {
        return subordinate != null && subordinate.inPlace().isOpen();
    }

    @Override
    boolean isResolvedInPlace() {
        return subordinate != null && subordinate.inPlace().isResolved();
    }

    @Override
    void describeSuperior(ByteSink out) {
        Objects.requireNonNull(subordinate).superior().describe(out);
    }

    @Override
    void settled(Step entered, Outcome outcome) {
        List<Onlooker> looking = outcome == Outcome.PREPARED ? List.of() : onlookers;
        if (!looking.isEmpty()) {
            onlookers = List.of(); // later findings of recovery change nothing for them
        }
        if (subordinate != null) {
            subordinate.settled(entered, outcome);
        } else {
            show(entered);
        }
        if (!looking.isEmpty()) {
            runAll(looking.stream()
                    .<Runnable>map(each -> () -> each.afterCompletion(outcome))
                    .toList());
        }
    }

    @Override
    void prepared() {
        told = false;
        move(DECIDED, WAITING);
    }
}
