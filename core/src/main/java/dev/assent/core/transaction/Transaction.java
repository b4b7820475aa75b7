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
 * One transaction: who it is, who may do what with it, and how its end is asked for. What is done then is {@link
 * Progress}.
 *
 * <p>It never blocks by itself and has no thread: {@link #commit} and {@link #rollback} answer at once
 * when every port does, else {@link Outcome#PENDING} and later by a {@link Completion}.
 *
 * <p>Thread safety: between {@link #enter} and {@link #leave} the caller has the participants for
 * itself; the other public methods may be called by any thread.
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

    /** Of a subordinate: this node's identity for it, which no other one of the same transaction has. */
    private @Nullable LocalTransactionId incarnation;

    /** What somebody else decides about it; null for one that is decided here. */
    private @Nullable Subordinate subordinate;

    /** How many calls are under way that are part of it, to other processes and from them. */
    private volatile int calls;

    /** Whether it is prepared and rebuilt from the log, and knows what is decided. */
    private volatile boolean told;

    /** Whether only branches of it were found, which is nobody's word about the rest of it. */
    private boolean isOfBranches;

    /** Whether only branches of it were found, about which an operator has decided. */
    private boolean isResolvedByBranches;

    /** Null until it is rolled back for another reason than that its client has asked for that. */
    private volatile @Nullable LateEnd lateEnd;

    /** Whether it is taken from its application, and nobody rolls it back, since that has failed before it was begun. */
    private volatile boolean isRollbackDue;

    /** Whether somebody has taken it from its application, and not the clock: its superior, its client, a pool. */
    private volatile boolean isTakenByOther;

    /** What everybody is told who asks something of it when its time is over; null until somebody does. */
    private volatile @Nullable TimedOutException timedOut;

    /** The operator's act that has ended it before it voted; null when none has. */
    private volatile @Nullable Act endedBy;

    /** Who has no vote, but wants to be asked before phase one, or told afterwards. */
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
     * A transaction that the log remembers: decided, with participants that may not have heard, or in doubt
     * since its last resource was asked.
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

    /** A transaction that nobody remembers, so that it is presumed to be rolled back. */
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

    /** Makes it the subordinate of a superior, before anyone else can see it. */
    void follow(TransactionId superiors, Superior superior) {
        id = superiors;
        subordinate = new Subordinate(this, superior);
    }

    /** Makes it a subordinate again that the log remembers as one. */
    void followAgain(Superior superior) {
        followAgain(superior, null);
    }

    /** Makes it a subordinate again that an earlier record of the log says it is. */
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
     * The identity that the Xids of its branches carry: its own, when that is one of an Assent node; else one of
     * this node's for it, since an Xid has no room for any identity (law 1).
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
     * This node's own name for it, by which others may ask what it has decided (law 17): its identity when this node has
     * begun it, or one that it has adopted; else its {@link #incarnation}. Null of one of which only branches were found.
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
     * Whether an operator has decided it who saw only branches of it, in the list of a resource. For a node whose log is not
     * whole that is no word about the rest of it (law 17).
     */
    public boolean isResolvedByBranches() {
        return isResolvedByBranches;
    }

    /** Only branches of it were found, about which an operator has decided. */
    void setResolvedByBranches() {
        isResolvedByBranches = true;
    }

    /** Who made it: that one's {@link Terms#owner}. */
    public Owner owner() {
        return owner;
    }

    /**
     * Of a subordinate, this node's identity for it: a second subordinate of the same superior's transaction, made
     * by a restart or when the first was over, has another (law 15). Null when it is decided here.
     */
    @Override
    public @Nullable LocalTransactionId incarnation() {
        if (incarnation == null && subordinate != null) {
            incarnation = new LocalTransactionId(coordinator.life(), sequence);
        }
        return incarnation;
    }

    /** Whether it was rebuilt after it was begun in an earlier life of the node. */
    public boolean isRecovered() {
        return sequence == 0;
    }

    /** What its superior asks it by; null when it is decided here. */
    public @Nullable Subordinate subordinate() {
        return subordinate;
    }

    // ---- what it is doing

    /** Whether its time was over before it was decided. */
    public boolean isTimedOut() {
        return isExpired();
    }

    /** Whether it is rolled back since its time was over, and for no other reason. */
    @Override
    public boolean hasRunOutOfTime() {
        return isExpired()
                && !isTakenByOther
                && endedBy == null
                && !(super.rollbackCause() instanceof NotRunningException);
    }

    /** Why it can only roll back, or was rolled back: of one whose time was over always the same; null when nothing is known. */
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

    /** Whether the timer rolls it back, or has, and its application has nothing left to do. */
    public boolean isTakenByTimer() {
        int now = gate();
        return now == BUSY_EXPIRED || now == EXPIRED;
    }

    /** Milliseconds until it times out: 0 when the time is over, Long.MAX_VALUE when it never does. */
    public long remainingMillis() {
        if (deadlineNanos == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, (deadlineNanos - coordinator.clock().nanos()) / 1_000_000);
    }

    /** Whether its way goes towards commit; the decision, when it {@linkplain #isDecided is decided}. */
    public boolean isCommitting() {
        Seat last = seats.lastResource();
        return last != null && isLastKnown() ? last.answer == Answer.DONE : committing;
    }

    /**
     * Whether it waits to do what is decided. That may not be in the log yet: what the last resource is known
     * to have done, or an operator has said of it, is the decision before its record is written; so is what a
     * superior has told.
     */
    public boolean isDecided() {
        return step.isParked() || isLastKnown() || isTold();
    }

    /** Whether it is prepared, has been told what is decided, and waits for recovery to do it. */
    public boolean isTold() {
        return told;
    }

    /**
     * Whether it {@linkplain #isTold is told} by its superior to commit, which is on no record: the superior need not wait
     * for a resource that it does not know (law 18).
     */
    public boolean isToRecordWord() {
        return told && committing && !isResolvedInPlace();
    }

    private boolean isLastKnown() {
        Seat last = seats.lastResource();
        return step == Step.IN_DOUBT && last != null && last.finished;
    }

    /** The operator's act that decided it, or wants it forgotten; null when there is none. */
    public @Nullable Act act() {
        return act;
    }

    /** Whether an operator wants its outcome to be forgotten, and that is durable. */
    public boolean isToBeForgotten() {
        return forgetting != null;
    }

    /** The resources of which an operator has said that they are lost for good, as the outcome may be forgotten. */
    public Set<String> lost() {
        ForgetOrder order = forgetting;
        return order == null ? Set.of() : order.lost();
    }

    /** An operator has decided it. Called when the record of that is durable. */
    public void setAct(Act decided) {
        act = decided;
    }

    /** An operator, or its superior, wants its outcome to be forgotten. Called when the record of that is durable. */
    public void askToForget(ForgetOrder order) {
        act = order.act();
        forgetting = order;
    }

    /** A heuristic outcome that nobody has seen is not forgotten with one that an operator has. */
    @Override
    void keep() {
        if (forgetting != null) {
            forgetting = null;
            act = null;
        }
    }

    // ---- while it is active

    /**
     * Ends what {@link #enter} began; rolls back when the time ran out meanwhile.
     *
     * @return false when it did
     */
    @Override
    public boolean leave() {
        return leave(Runnable::run);
    }

    @Override
    void leaveAtOnce() {
        leave(coordinator::background);
    }

    /** Ends what {@link #enter} began; who rolls back, when nobody else will, is said. */
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
     * A participant that was not asked yet votes by itself, and is asked nothing more: READ_ONLY, or ROLLED_BACK, so
     * that the transaction can only roll back. Only between {@link #enter} and {@link #leave}; ignored of one that has
     * left before.
     */
    public void voted(Participant unasked, Answer vote) {
        boolean isNews = seats.leave(unasked, vote);
        if (isNews && vote == Answer.ROLLED_BACK) {
            markRollback(new IllegalStateException(MESSAGES.leftRolledBack(id(), unasked)));
        }
    }

    /**
     * Somebody looks on from now on. Only between {@link #enter} and {@link #leave}.
     *
     * @throws IllegalStateException when there are as many as there may be participants
     */
    public void add(Onlooker onlooker) {
        if (onlookers.size() >= protocol.participantsMax()) {
            throw tooMany(onlooker.toString());
        }
        List<Onlooker> all = new ArrayList<>(onlookers);
        all.add(onlooker);
        onlookers = List.copyOf(all);
    }

    /** Who looks on. */
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
     * Checks that one more participant is allowed.
     *
     * @param name of the participant
     * @throws IllegalStateException when its commit protocol does not allow one more
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
     * Checks that a participant is allowed that can't prepare.
     *
     * @param name of the participant
     * @throws IllegalStateException when there is one already, when a superior decides, who asks for a vote, or
     *     as {@link #checkRoom}
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
     * A call that is part of it begins, to another process or from one; {@link #endCall} must follow when it is
     * admitted. Its end is not begun while one is under way (law 16).
     */
    public Admission beginCall() {
        CALLS.getAndAdd(this, 1); // first, so that who closes the gate sees it, or this sees the gate closed
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

    /** How many calls are under way that are part of it. */
    public int calls() {
        return calls;
    }

    /**
     * The round before phase one: asks all participants that have synchronizations to run them, and who looks on, at
     * once (law 19). One that refuses marks it for rollback.
     *
     * @param whenDone is run when false is returned and all have answered, by any thread; else unused
     * @return whether all have answered
     */
    public boolean beforeCompletion(Runnable whenDone) {
        List<Synchronizing> due = synchronizing();
        return due.isEmpty() || new SynchronizationRound(this, whenDone).ask(due);
    }

    /** Whether some participant has synchronizations that are still to be run, or who looks on waits to be asked. */
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
     * Commits, or rolls back when it is marked, some participant refuses, or calls are under way (law 16).
     *
     * @param whenDone takes the outcome when {@link Outcome#PENDING} is returned, else unused
     * @return {@link Outcome#ROLLED_BACK} also when the time was over before, and no participant is known to have done otherwise
     * @throws IllegalStateException when commit or rollback was asked before
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
     * Whether calls are under way, so that it rolls back (law 16). To be asked at once when the gate is closed: one that
     * ends between is a call that nobody has waited for.
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
     * What a commit has to do. To be asked when the gate is closed, since until then somebody inside may enlist, and who
     * marks it is not refused; without phase one this is where the timeout may be first (law 20).
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
     * Whether it was marked after its commit was asked for, or got a synchronization that was not called, before the gate
     * was closed.
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
     * @param whenDone takes the outcome when {@link Outcome#PENDING} is returned, else unused
     * @throws IllegalStateException when commit or rollback was asked before
     */
    public Outcome rollback(Completion whenDone) {
        return take(CLOSED) ? rollBackTaken(whenDone) : endedBefore(whenDone);
    }

    /** What a rollback has come to that its client has not asked for; null when there was none, or it is not over. */
    public @Nullable Outcome endedUnasked() {
        LateEnd end = lateEnd;
        return end == null ? null : end.outcome();
    }

    /** What a client is told whose transaction was rolled back before it has asked for its end. */
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
     * As {@link #commit} or {@link #rollback}, for a client in another process: waits for nobody who is inside. That one
     * has a call under way, so it is rolled back (law 16), as soon as that one has left.
     *
     * <p>Does by itself only what can't keep the calling thread, which is judged when the gate is closed, since until then
     * somebody may enlist or register: it ends a transaction without participants, of which nobody is told who may block.
     * All else is a worker's.
     *
     * @param whenDone takes the outcome, by any thread, also before this returns
     * @throws IllegalStateException when its end was asked for before
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

    /** Whether somebody is inside, who rolls it back when leaving. */
    private boolean isLeftToWhoIsInside() {
        if (!isInside()) {
            return false;
        }
        markRollback(busy()); // first, so that who leaves can tell why; who has left was under way all the same
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
     * Phase one, for a superior: asks all participants to prepare, and puts on record that they are. Rolls back when
     * it is marked, or not idle (law 16). What comes of it is told to the {@link Subordinate} alone, as of the next
     * two. Called by that one, once for all three.
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

    /** Rolls back before there is a vote, since a superior says so; waits for nobody who is inside. */
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
            proceed(Event.ROLLBACK); // a call has come between
            return false;
        }
        rollBackForSuperior(busy());
        return false;
    }

    /**
     * The superior has decided, or an operator has in its place: the first word counts. One that is rebuilt from
     * the log waits for recovery, which has the connections. Called by the {@link Subordinate}.
     *
     * @return false when it is not prepared, or was told before
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
     * An operator is about to decide in place of a superior that is not reached: from now on what that one says waits for
     * {@link #resolveHere}, or for {@link #releaseHere}, one of which must follow. Called before the record of the
     * resolution is written, which counts after a crash whatever the superior has said.
     *
     * @return false when it is not prepared, or was told before
     */
    public boolean claimHere() {
        return Objects.requireNonNull(subordinate).claim();
    }

    /** The record of what the operator decides was refused: the superior decides as before. */
    public void releaseHere() {
        Objects.requireNonNull(subordinate).release();
    }

    /**
     * The operator's decision is durable; {@link #retry} or this does it. The outcome is kept until the superior confirms
     * it, or whoever must has seen that the superior decided otherwise.
     */
    public void resolveHere(boolean isCommit, Act decided) {
        Objects.requireNonNull(subordinate).resolve(isCommit, () -> act = decided);
    }

    /**
     * Forgets it when all is done and nothing is kept of it but for its superior.
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
     * Adds a participant that must roll back as well to a transaction whose rollback waits for recovery, or
     * for an operator who looks at its heuristic outcome. Called by recovery only.
     *
     * @return false when the transaction does not roll back, or does not wait
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
     * Takes an operator's word for what the last resource did, of a transaction that is in doubt; {@link
     * #retry} then finishes it, the record of the decision first. Called by recovery only.
     *
     * @throws IllegalStateException when it is not in doubt, or known already
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
     * Whether recovery can do something for it: not while it waits for an operator, who alone can find out
     * what a last resource without a marker did.
     */
    public boolean awaitsRecovery() {
        Seat last = seats.lastResource();
        return isDecided()
                || (step == Step.IN_DOUBT
                        && last != null
                        && last.participant.can().contains(Capability.MARKER));
    }

    /**
     * Asks the unfinished participants of a parked transaction again, one after the other on the
     * caller's thread. Called by one recovery pass at a time.
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

    /** Called by the timer: a transaction whose time is over before its decision rolls back (law 20). */
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

    /** When it is not begun, as without memory, the next tick tries again. */
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

    /** Rolls it back if it is still active, for a reason its application will be told. */
    public void abandon(Throwable reason) {
        if (isTakenFromApplication(reason)) {
            beginRollback(Runnable::run);
        }
    }

    /** As {@link #abandon}, by a thread that must not be kept: it takes no more work, and a worker rolls it back. */
    public void abandonSoon(Throwable reason) {
        if (isTakenFromApplication(reason)) {
            beginRollback(coordinator::background);
        }
    }

    /** Whether the caller must see to the rollback. */
    private boolean isTakenFromApplication(Throwable reason) {
        if (step != Step.ACTIVE || isExpired()) {
            return false;
        }
        markRollback(reason);
        isTakenByOther = true;
        return expire();
    }

    /**
     * Ends it by an operator's word, when its end was not asked for before: from now on it takes no more work, and rolls
     * back. What has voted, or may be about to, is left alone: a compare-and-set decides, as between timeout and commit
     * (law 20).
     *
     * @param where the rollback is done, unless somebody is inside, who does it when leaving
     * @return false when its end was asked for before
     */
    public boolean endByOperator(Act by, Executor where) {
        if (!ENDED_BY.compareAndSet(this, null, by)) { // first, so that who finds it closed can tell why
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

    /** The operator's act that has ended it before it voted; null when none has. */
    public @Nullable Act endedBy() {
        return isExpired() ? endedBy : null;
    }

    private void rollBackExpired() {
        marked = true;
        LateEnd end = new LateEnd(subordinate == null ? owner : Completion.NONE); // else it is told what it settles at
        boolean isShown = hasRunOutOfTime() && LifeEvent.Timeout.PROBE.isEnabled();
        LifeEvent.Timeout event = isShown ? new LifeEvent.Timeout() : null;
        lateEnd = end; // from here on it is begun
        completion = end;
        proceed(Event.ROLLBACK);
        if (event != null) {
            event.transaction = id().toString();
            event.commit();
        }
    }

    // ---- what its progress asks

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
            onlookers = List.of(); // what recovery finds out afterwards changes nothing for them
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
