package dev.assent.core.transaction;

import dev.assent.core.commit.CommitProtocol;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.Event;
import dev.assent.core.commit.Step;
import dev.assent.core.commit.Verb;
import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.log.RecordKind;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.participant.Answer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's progress towards its end: the loop that carries out the steps of its {@link CommitProtocol}.
 *
 * <p>One thread at a time owns the step. While answers are outstanding, the thread that brings the last one owns it.
 *
 * <p>Thread safety: only the owner of the step touches the participants. Any thread may call a method if its comment
 * says so.
 */
final class Progress {
    private static final AtomicIntegerFieldUpdater<Progress> OUTSTANDING =
            AtomicIntegerFieldUpdater.newUpdater(Progress.class, "outstanding");

    /** The first event of an end without a choice. */
    static final Function<GlobalTransaction, Event> ROLLBACK = any -> Event.ROLLBACK;

    private static final Function<GlobalTransaction, Event> BY_ANSWERS =
            each -> each.progress().verdict();

    final GlobalTransaction transaction;

    private final Coordinator coordinator;

    private final Participants participants;

    /** What the transaction is doing. */
    volatile Step step = Step.ACTIVE;

    CommitProtocol protocol;
    Dispatcher dispatcher;

    /** Takes the outcome that is not known at once. */
    @Nullable Completion completion;

    /** Whether the transaction goes towards commit. */
    boolean committing;

    /** Whether a record of the transaction is, or may be, in the log: the end must release it. */
    boolean logged;

    /** When its decision was written, or it was parked, in milliseconds since 1970; 0 before. */
    volatile long sinceMillis;

    /** Whether some resource had nothing left to roll back when an earlier life asked it. */
    private boolean hadNothingLeft;

    private volatile int outstanding;

    /** What kept an answer of this step from coming; null if nothing did. Ordered by {@link #outstanding}. */
    private @Nullable Throwable lost;

    /** Whether the transaction is prepared, rebuilt from the log, and has received the decision. */
    volatile boolean told;

    /** Null if the transaction is not measured. */
    @Nullable PhaseTimer timer;

    Progress(GlobalTransaction transaction, CommitProtocol protocol) {
        this.transaction = transaction;
        this.participants = transaction.participants();
        this.coordinator = transaction.coordinator();
        this.dispatcher = coordinator.dispatcher();
        this.protocol = protocol;
    }

    /** What the participants did, in this life and in earlier ones. */
    Outcome outcome() {
        return Verdict.outcome(participants, committing, hadNothingLeft || participants.anyHadNothingLeft());
    }

    /** Measures the transaction if its number is one of those. */
    void time(long sequence) {
        timer = PhaseTimer.of(coordinator.metrics(), sequence);
    }

    /** Continues from an earlier record of the log: a resource that the later one does not name had nothing left. */
    void goOnFrom(Progress before) {
        hadNothingLeft = before.hadNothingLeft || before.participants.resources() > participants.resources();
    }

    /**
     * A prepared transaction has its decision, which nobody else can bring any more.
     *
     * @param isRebuilt whether it waits for recovery, which has the connections
     */
    void tell(boolean isCommit, boolean isRebuilt) {
        committing = isCommit;
        if (isRebuilt) {
            told = true;
        } else {
            proceed(any -> toldEvent(), Completion.NONE);
        }
    }

    private Event toldEvent() {
        return committing ? Event.TOLD_COMMIT : Event.ROLLBACK;
    }

    /** As {@link RecoveryView#retry}. */
    Outcome retry(Completion whenDone) {
        dispatcher = Dispatcher.INLINE;
        if (told) {
            told = false;
            return run(toldEvent(), whenDone);
        }
        return run(Event.RETRY, whenDone);
    }

    // ---- the loop

    /**
     * Begins the end, for the caller of commit or rollback, and goes on as far as no answer is outstanding.
     *
     * @param whenDone takes the outcome if PENDING is returned, otherwise unused
     */
    Outcome begin(Function<GlobalTransaction, Event> first, Completion whenDone) {
        try {
            return run(first.apply(transaction), whenDone);
        } catch (Throwable bug) {
            fail(bug, Completion.NONE);
            throw bug;
        }
    }

    /**
     * A bug has surfaced in the middle of the end. The node stops: nobody can tell how far the transaction came, and
     * nobody goes on with it.
     */
    void fail(Throwable bug, Completion waiting) {
        coordinator.stop(bug);
        completion = Completion.NONE; // late answers must not reach a thread that waits for something else by then
        waiting.done(Outcome.UNKNOWN);
    }

    /**
     * Runs on.
     *
     * @param whenDone takes the outcome if PENDING is returned, otherwise unused
     */
    Outcome run(Event first, Completion whenDone) {
        completion = whenDone;
        return run(first);
    }

    /**
     * Enters step after step until answers are outstanding or the outcome can be delivered. The caller owns the step;
     * if PENDING is returned, it no longer does.
     */
    private Outcome run(Event first) {
        Event event = first;
        while (event != Event.PENDING) {
            Step entered = protocol.next(step, event);
            if (!entered.isLeftToOthers()) {
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
                case RECORDING_WORD ->
                    event = InPlace.isResolved(transaction) ? Event.DURABLE : force(RecordKind.DECISION);
                case RECORDING_COMMIT, RECORDING_ROLLBACK -> {
                    transaction.keep();
                    event = force(RecordKind.HEURISTIC);
                }
                case PREPARED, COMMIT_PARKED, ROLLBACK_PARKED, IN_DOUBT, COMMITTED, ROLLED_BACK, HEURISTIC, UNKNOWN -> {
                    return Rest.reach(entered, transaction);
                }
                case ACTIVE -> throw new IllegalStateException(protocol.name() + " went back to ACTIVE");
            }
        }
        return Outcome.PENDING;
    }

    /** Asks all participants that the verb is for. */
    private Event ask(Verb asked) {
        if (timer != null) {
            timer.begin();
        }
        int last = participants.lastFor(asked);
        int pending = 0;
        for (int i = 0; i <= last; i++) {
            Seat seat = participants.get(i);
            if (!participants.isFor(asked, seat)) {
                continue;
            }
            Answer answer = seat.ask(asked, i == last);
            if (answer == Answer.PENDING) {
                pending++;
            } else if (asked == Verb.PREPARE && answer != Answer.PREPARED && answer != Answer.READ_ONLY) {
                break;
            }
        }
        if (pending > 0 && OUTSTANDING.addAndGet(this, pending) != 0) {
            return Event.PENDING;
        }
        return verdict();
    }

    /**
     * A seat has taken a late answer. The answer that makes the count 0 lets the transaction go on: on the thread that
     * waits for the outcome, if there is one.
     */
    void answered() {
        Runnable work = OUTSTANDING.decrementAndGet(this) == 0 ? unlessLent(BY_ANSWERS) : null;
        if (work != null) {
            goOnAlone(work);
        }
    }

    /** A bug keeps a late answer from coming. It ends the transaction when the other answers have come. */
    void lost(Throwable bug) {
        lost = bug;
        answered();
    }

    /**
     * No thread waits for the outcome. The thread that brings the last answer ends the transaction if that can't hold
     * it up: to wake a worker takes longer. A worker does everything else, since this thread may be one that must not
     * wait.
     */
    private void goOnAlone(Runnable work) {
        Step now = step;
        boolean isFinishing = now == Step.COMMITTING || now == Step.OBEYING || now == Step.ROLLING_BACK;
        if (!isFinishing || waiting().mayBlock() || transaction.owner().mayBlock()) {
            background(work);
            return;
        }
        Event finish;
        try {
            finish = verdict();
        } catch (Throwable bug) {
            fail(bug, waiting());
            throw bug;
        }
        if (isEnd(finish)) {
            proceedHere(any -> finish);
        } else {
            background(() -> proceed(any -> finish));
        }
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
        ForeignCode.rethrow(lost);
        if (timer != null) {
            timer.end(step);
        }
        return switch (step) {
            case PREPARING -> decide(Verdict.ofPrepare(participants));
            case ONE_PHASE -> Verdict.ofOnePhase(participants.get(participants.lastFor(Verb.COMMIT_ONE_PHASE)));
            case ASKING_LAST -> Verdict.ofLast(Objects.requireNonNull(participants.lastResource()));
            case COMMITTING, OBEYING, ROLLING_BACK -> {
                Event finish = Verdict.ofFinish(participants);
                yield finish == Event.ALL_DONE && InPlace.isKeptForSuperior(transaction) ? Event.KEPT : finish;
            }
            default -> throw new IllegalStateException("nobody was asked in the step " + step);
        };
    }

    /** Where phase one and the timeout meet: the gate decides. */
    private Event decide(Event votes) {
        if (votes == Event.REFUSED) {
            transaction.move(Gate.PREPARING, Gate.CLOSED);
            return votes;
        }
        return transaction.move(Gate.PREPARING, Gate.DECIDED) ? votes : Event.REFUSED;
    }

    private Event force(int kind) {
        return new ForcedRecord(transaction, kind).write(coordinator.log());
    }

    void since() {
        if (sinceMillis == 0) {
            sinceMillis = coordinator.clock().epochMillis();
        }
    }

    private Completion waiting() {
        return Objects.requireNonNull(completion);
    }

    /** Lends the thread that waits for the outcome. */
    boolean lend(Runnable work) {
        Completion waiting = completion;
        return waiting != null && waiting.lend(work);
    }

    /**
     * Goes on with the thread that waits for the outcome, or else with a worker: the thread that brings an answer may
     * be one that must not wait for a resource or for the log.
     */
    void goOn(Function<GlobalTransaction, Event> next) {
        Runnable work = unlessLent(next);
        if (work != null) {
            background(work);
        }
    }

    /** The work that remains for another thread; null if the thread that waits for the outcome goes on. */
    private @Nullable Runnable unlessLent(Function<GlobalTransaction, Event> next) {
        try {
            Runnable work = () -> proceed(next);
            return lend(work) ? null : work;
        } catch (Throwable bug) {
            fail(bug, waiting());
            throw bug;
        }
    }

    /** Runs something on a worker, or at once. */
    void background(Runnable work) {
        coordinator.background().execute(work);
    }

    /** Runs on, and delivers the outcome. Recovery may own the transaction as soon as it is parked. */
    private void proceed(Function<GlobalTransaction, Event> next) {
        Completion waiting = waiting();
        Outcome outcome;
        try {
            outcome = run(next.apply(transaction));
        } catch (Throwable bug) {
            fail(bug, waiting);
            throw bug;
        }
        if (outcome != Outcome.PENDING) {
            waiting.done(outcome);
        }
    }

    /** The same, and tells the outcome to this one. */
    void proceed(Function<GlobalTransaction, Event> next, Completion whenDone) {
        completion = whenDone;
        proceed(next);
    }

    /** The same, on a thread that has other things to do: a bug that surfaces here must not stop that thread. */
    void proceedHere(Function<GlobalTransaction, Event> next) {
        try {
            proceed(next);
        } catch (Throwable bug) {
            transaction.failed(bug);
        }
    }

    /** Shows the step of a parked transaction. From then on this thread does not own it any more. */
    void show(Step entered) {
        if (entered.isLeftToOthers()) {
            step = entered;
        }
    }

    void trace(FaultPoint point, int participant) {
        coordinator.trace(point, transaction.id(), participant);
    }
}
