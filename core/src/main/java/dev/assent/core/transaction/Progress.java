package dev.assent.core.transaction;

import dev.assent.core.commit.CommitProtocol;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.Event;
import dev.assent.core.commit.Step;
import dev.assent.core.commit.Verb;
import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.log.RecordKind;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Participant;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's progress towards its end: its participants, and the loop that carries out the steps of its {@link
 * CommitProtocol}.
 *
 * <p>One thread at a time owns the step. While answers are outstanding, the thread that brings the last one owns it.
 *
 * <p>Thread safety: only the owner of the step touches the participants. Any thread may call a method if its comment
 * says so.
 */
abstract class Progress extends Gate {
    private static final VarHandle OUTSTANDING;

    static {
        try {
            OUTSTANDING = MethodHandles.lookup().findVarHandle(Progress.class, "outstanding", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Coordinator coordinator;
    final Seats seats = new Seats();
    CommitProtocol protocol;
    volatile Step step = Step.ACTIVE;
    Dispatcher dispatcher;

    @Nullable Completion completion;

    volatile boolean marked;
    boolean logged;

    /** Whether the transaction goes towards commit. */
    boolean committing;

    /** When its decision was written, or it was parked; 0 before. */
    volatile long sinceMillis;

    private Verb verb = Verb.PREPARE;

    /** Whether some resource had nothing left to roll back when an earlier life asked it. */
    private boolean hadNothingLeft;

    @SuppressWarnings("UnusedVariable") // by OUTSTANDING
    private volatile int outstanding;

    private volatile @Nullable Throwable rollbackCause;

    /** Null if the transaction is not measured. */
    private @Nullable PhaseTimer timer;

    Progress(Coordinator coordinator, CommitProtocol protocol) {
        this.coordinator = coordinator;
        this.dispatcher = coordinator.dispatcher();
        this.protocol = protocol;
    }

    // ---- its transaction

    /** The transaction. */
    abstract Transaction self();

    /** Its global identity. */
    public abstract TransactionId id();

    /** For a subordinate: this node's identity for it; otherwise null. */
    public abstract @Nullable LocalTransactionId incarnation();

    /** Whether the transaction is rolled back because it timed out, and for no other reason. */
    public abstract boolean hasRunOutOfTime();

    /** A new heuristic outcome has come: an order to forget an earlier one must not cover it. */
    abstract void keep();

    /** Whether the node keeps the finished transaction until its superior has confirmed the outcome. */
    abstract boolean isKeptForSuperior();

    /** Whether an operator has decided in place of the superior: the operator's resolution is then the record. */
    abstract boolean isResolvedInPlace();

    /** Writes the superior's description. */
    abstract void describeSuperior(ByteSink out);

    /** The transaction is prepared: from here on the first to bring the decision owns it. */
    abstract void prepared();

    /** The transaction has come to rest, for now or for good; {@link #show} is part of that. */
    abstract void settled(Step entered, Outcome outcome);

    // ---- its state

    /** What it is doing. */
    public Step step() {
        return step;
    }

    /** Whether the transaction can only roll back. */
    public boolean isMarkedRollback() {
        return marked;
    }

    /** Why the transaction can only roll back, or was rolled back; null if no cause is known. */
    public @Nullable Throwable rollbackCause() {
        return rollbackCause;
    }

    /** Every participant, in the order of enlistment. Stable after the request to commit or roll back. */
    public List<Participant> participants() {
        return seats.participants();
    }

    /** The participants that still have something to do: they have not left, and have not carried out the decision. */
    public List<Participant> unfinished() {
        return seats.unfinished();
    }

    /**
     * The participants that have not answered a question, perhaps a moment late. For reports; any thread may call it.
     */
    public List<Participant> awaited() {
        return seats.awaited();
    }

    /** Whether some resource had work of the transaction and has rolled it back. */
    boolean hasRolledBackWork() {
        return seats.anyAnswered(Answer.DONE);
    }

    /** Continues from an earlier record of the log: a resource that the later one does not name had nothing left. */
    final void goOnFrom(Progress before) {
        hadNothingLeft = before.hadNothingLeft || before.seats.resources() > seats.resources();
    }

    /** What the participants did, in this life and in earlier ones. */
    final Outcome outcome() {
        return Verdict.outcome(seats, committing, hadNothingLeft || seats.anyHadNothingLeft());
    }

    /** The participants that did not follow the decision, with what they did. */
    public List<HeuristicReport> heuristics() {
        return seats.heuristics();
    }

    /**
     * The decision while not every participant has confirmed it, and nothing can change it any more: COMMITTED once the
     * decision is durable, or ROLLED_BACK. Null if nothing is decided, or if some participant is known not to have
     * followed the decision: then only the outcome says what holds (law 12: heuristic outcomes are forced first).
     */
    public @Nullable Outcome decision() {
        Step now = step;
        if (now != Step.COMMITTING && now != Step.ROLLING_BACK) {
            return null;
        }
        VarHandle.fullFence(); // another thread writes the answers
        Outcome decided = now == Step.COMMITTING ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
        return seats.anyAgainst() ? null : decided;
    }

    /** When its decision was written, or it was parked, in milliseconds since 1970; 0 if unknown. */
    public long sinceMillis() {
        return sinceMillis;
    }

    /** From now on it can only roll back. The first cause is kept. Ignored once a commit is decided. */
    public void markRollback(@Nullable Throwable cause) {
        if (rollbackCause == null) {
            rollbackCause = cause;
        }
        marked = true;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    /** Measures its phases; null if it is not measured. */
    @Nullable PhaseTimer timer() {
        return timer;
    }

    /** Measures the transaction if its number is one of those. */
    final void time(long sequence) {
        timer = PhaseTimer.of(coordinator.metrics(), sequence);
    }

    @Override
    void pause() {
        coordinator.pause();
    }

    // ---- the loop

    /**
     * Enters step after step until answers are outstanding or the outcome can be delivered. The caller owns the step;
     * if PENDING is returned, it no longer does.
     */
    final Outcome run(Event first) {
        Event event = first;
        while (event != Event.PENDING) {
            Step entered = protocol.next(step, event);
            if (!isLeftToOthers(entered)) {
                step = entered;
            }
            switch (entered) {
                case PREPARING -> event = ask(Verb.PREPARE);
                case ONE_PHASE -> {
                    committing = true;
                    event = ask(Verb.COMMIT_ONE_PHASE);
                }
                case COMMITTING, OBEYING -> {
                    committing = true;
                    event = ask(Verb.COMMIT);
                }
                case ROLLING_BACK -> {
                    committing = false;
                    event = ask(Verb.ROLLBACK);
                }
                case ANNOUNCING -> event = force(RecordKind.LAST_RESOURCE);
                case ASKING_LAST -> event = ask(Verb.COMMIT_LAST);
                case DECIDING -> event = force(RecordKind.DECISION);
                case DECIDING_ROLLBACK -> event = force(RecordKind.ROLLBACK);
                case RECORDING_PREPARED -> event = force(RecordKind.PREPARED);
                case RECORDING_WORD -> event = isResolvedInPlace() ? Event.DURABLE : force(RecordKind.DECISION);
                case RECORDING_COMMIT, RECORDING_ROLLBACK -> {
                    keep();
                    event = force(RecordKind.HEURISTIC);
                }
                case PREPARED, COMMIT_PARKED, ROLLBACK_PARKED, IN_DOUBT, COMMITTED, ROLLED_BACK, HEURISTIC, UNKNOWN -> {
                    return settle(entered);
                }
                case ACTIVE -> throw new IllegalStateException(protocol.name() + " went back to ACTIVE");
            }
        }
        return Outcome.PENDING;
    }

    /** Whether the transaction waits there for recovery or an operator, which take a transaction by its step. */
    private static boolean isLeftToOthers(Step entered) {
        return switch (entered) {
            case PREPARED, COMMIT_PARKED, ROLLBACK_PARKED, IN_DOUBT, HEURISTIC, UNKNOWN -> true;
            default -> false;
        };
    }

    /** Asks all participants that the verb is for. */
    private Event ask(Verb asked) {
        verb = asked;
        if (timer != null) {
            timer.begin();
        }
        int last = seats.lastFor(asked);
        int pending = 0;
        for (int i = 0; i <= last; i++) {
            Seat seat = seats.get(i);
            if (!seats.isFor(asked, seat)) {
                continue;
            }
            Answer answer = seat.ask(asked, i == last);
            if (answer == Answer.PENDING) {
                pending++;
            } else if (asked == Verb.PREPARE && answer != Answer.PREPARED && answer != Answer.READ_ONLY) {
                break;
            }
        }
        if (pending > 0 && (int) OUTSTANDING.getAndAdd(this, pending) + pending != 0) {
            return Event.PENDING;
        }
        return verdict();
    }

    /**
     * A seat has taken a late answer. The answer that makes the count 0 lets the transaction go on: on the thread that
     * waits for the outcome, if there is one.
     */
    void answered() {
        if ((int) OUTSTANDING.getAndAdd(this, -1) == 1 && !lend(() -> proceed(verdict()))) {
            goOnAlone();
        }
    }

    /**
     * No thread waits for the outcome. The thread that brings the last answer ends the transaction if that can't hold
     * it up: to wake a worker takes longer. A worker does everything else, since this thread may be one that must not
     * wait.
     */
    private void goOnAlone() {
        boolean isFinishing = verb == Verb.COMMIT || verb == Verb.ROLLBACK;
        if (!isFinishing || isAwaitedByWhoMayBlock()) {
            background(() -> proceed(verdict()));
            return;
        }
        Event finish = verdict();
        if (isEnd(finish)) {
            proceedHere(finish);
        } else {
            background(() -> proceed(finish));
        }
    }

    /** Whether somebody waits for the outcome whose callback may block. */
    private boolean isAwaitedByWhoMayBlock() {
        return Objects.requireNonNull(completion).mayBlock() || self().owner().mayBlock();
    }

    /** Whether every participant has done what it was asked, so that there is nothing left to ask or to force. */
    private boolean isEnd(Event finish) {
        if (finish != Event.ALL_DONE) {
            return false;
        }
        Step next = protocol.next(step, finish);
        return next == Step.COMMITTED || next == Step.ROLLED_BACK;
    }

    private Event verdict() {
        if (timer != null) {
            timer.end(verb);
        }
        return switch (verb) {
            case PREPARE -> decide(Verdict.ofPrepare(seats));
            case COMMIT_ONE_PHASE -> Verdict.ofOnePhase(seats.get(seats.lastFor(Verb.COMMIT_ONE_PHASE)));
            case COMMIT_LAST -> Verdict.ofLast(Objects.requireNonNull(seats.lastResource()));
            case COMMIT, ROLLBACK -> {
                Event finish = Verdict.ofFinish(seats);
                yield finish == Event.ALL_DONE && isKeptForSuperior() ? Event.KEPT : finish;
            }
        };
    }

    /** Where phase one and the timeout meet: the gate decides. */
    private Event decide(Event votes) {
        if (votes == Event.REFUSED) {
            move(PREPARING, CLOSED);
            return votes;
        }
        return move(PREPARING, DECIDED) ? votes : Event.REFUSED;
    }

    private Event force(int kind) {
        return new ForcedRecord(self(), kind).write(coordinator.log(), this::describe);
    }

    void describe(ByteSink out) {
        since();
        boolean isCommit = step == Step.DECIDING || committing;
        DecisionRecord.write(out, new DecisionRecord.Head(isCommit, incarnation(), sinceMillis), seats);
        if (step == Step.RECORDING_PREPARED) {
            describeSuperior(out);
        }
    }

    final void since() {
        if (sinceMillis == 0) {
            sinceMillis = coordinator.clock().epochMillis();
        }
    }

    /** A record of the transaction is, or may be, in the log: the end must release it. */
    void setLogged() {
        logged = true;
    }

    boolean isAllFinished() {
        return seats.isAllFinished();
    }

    /** Lends the thread that waits for the outcome. */
    boolean lend(Runnable work) {
        Completion waiting = completion;
        return waiting != null && waiting.lend(work);
    }

    /** Lends a worker, if one is free. */
    boolean lendWorker(Runnable work) {
        return new WorkersWork(work).give(coordinator::background);
    }

    /**
     * Goes on with the thread that waits for the outcome, or else with a worker: the thread that brings an answer may
     * be one that must not wait for a resource or for the log.
     */
    void goOn(Supplier<Event> next) {
        Runnable work = () -> proceed(next.get());
        if (!lend(work)) {
            background(work);
        }
    }

    /** Runs something on a worker, or at once. */
    final void background(Runnable work) {
        coordinator.background(work);
    }

    @Override
    final void failed(Throwable bug) {
        background(() -> ForeignCode.rethrow(bug));
    }

    /**
     * Runs on, and delivers the outcome. Recovery may own the transaction as soon as it is parked. A bug that surfaces
     * here stops the node, since nobody can tell how far the transaction came.
     */
    final void proceed(Event event) {
        Completion waiting = Objects.requireNonNull(completion);
        Outcome outcome;
        try {
            outcome = run(event);
        } catch (Throwable bug) {
            coordinator.stop(bug);
            waiting.done(Outcome.UNKNOWN);
            throw bug;
        }
        if (outcome != Outcome.PENDING) {
            waiting.done(outcome);
        }
    }

    /**
     * As {@link #proceed}, on a thread that has other things to do: a bug that surfaces here must not stop that thread.
     */
    final void proceedHere(Event event) {
        try {
            proceed(event);
        } catch (Throwable bug) {
            failed(bug);
        }
    }

    /** Settles a step: delivers the outcome. An ended transaction leaves the table, a parked one goes to recovery. */
    private Outcome settle(Step entered) {
        countEnd(entered);
        Outcome outcome = leaveAt(entered);
        settled(entered, outcome);
        if (entered == Step.COMMITTED || entered == Step.ROLLED_BACK) {
            coordinator.forgetSubordinate(self());
        }
        return outcome;
    }

    /** Shows the step of a parked transaction. From then on this thread does not own it any more. */
    final void show(Step entered) {
        if (isLeftToOthers(entered)) {
            step = entered;
        }
    }

    private Outcome leaveAt(Step entered) {
        switch (entered) {
            case PREPARED -> {
                coordinator.park(self());
                prepared();
                return Outcome.PREPARED;
            }
            case COMMITTED, ROLLED_BACK -> {
                if (logged) {
                    trace(FaultPoint.BEFORE_END, -1);
                    coordinator.log().release(id());
                    trace(FaultPoint.AFTER_END, -1);
                }
                Outcome outcome = entered == Step.COMMITTED ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
                coordinator.ended(self());
                return outcome;
            }
            case UNKNOWN -> {
                coordinator.undecided(self());
                return Outcome.UNKNOWN;
            }
            case IN_DOUBT -> {
                seats.unfinished().forEach(Participant::park);
                coordinator.park(self());
                return Outcome.HEURISTIC_HAZARD;
            }
            default -> {
                Outcome outcome = outcome();
                since();
                coordinator.park(self());
                return outcome;
            }
        }
    }

    // ---- metrics

    /** Counts events; null for none. */
    @Nullable Metrics metrics() {
        return coordinator.metrics();
    }

    private void countEnd(Step end) {
        switch (end) {
            case COMMITTED -> coordinator.count(Metrics.Count.COMMITTED);
            case ROLLED_BACK -> {
                coordinator.count(Metrics.Count.ROLLED_BACK);
                if (hasRunOutOfTime()) {
                    coordinator.count(Metrics.Count.TIMED_OUT);
                }
            }
            case HEURISTIC -> coordinator.count(Metrics.Count.HEURISTIC);
            case UNKNOWN -> coordinator.count(Metrics.Count.UNKNOWN);
            default -> {}
        }
    }

    void trace(FaultPoint point, int participant) {
        coordinator.trace(point, id(), participant);
    }
}
