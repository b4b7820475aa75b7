package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TimedOutException;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.observe.LifeEvent;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The rollback of a transaction that its application did not request: the transaction timed out, or an operator, its
 * superior, its client or a pool took it away. Made when that first happens.
 *
 * <p>Thread safety: any thread may call all methods. {@link Gate#expire} decides which thread begins the rollback.
 */
public final class UnaskedEnd {
    private static final VarHandle ENDED_BY;
    private static final VarHandle TIMED_OUT;

    static {
        try {
            ENDED_BY = MethodHandles.lookup().findVarHandle(UnaskedEnd.class, "endedBy", Act.class);
            TIMED_OUT = MethodHandles.lookup().findVarHandle(UnaskedEnd.class, "timedOut", TimedOutException.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final Executor HERE = Runnable::run;

    private final GlobalTransaction transaction;

    /** Takes the outcome; null until the rollback has begun. */
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

    UnaskedEnd(GlobalTransaction transaction) {
        this.transaction = transaction;
    }

    // ---- what happened

    /** Whether the transaction, which is expired, timed out, and nobody took it away. */
    boolean isByTimeout() {
        return !isTakenByOther && endedBy == null;
    }

    /** The exception for every request after the transaction timed out; always the same. */
    TimedOutException timedOut() {
        if (timedOut == null) {
            TIMED_OUT.compareAndSet(this, null, newTimeout());
        }
        return Objects.requireNonNull(timedOut);
    }

    private TimedOutException newTimeout() {
        return new TimedOutException(transaction.id(), transaction.terms.timeoutMillis(), transaction.rollbackCause);
    }

    /** The operator's act that ended the transaction before it voted; null if none did. */
    public @Nullable Act endedBy() {
        return transaction.isTimedOut() ? endedBy : null;
    }

    /** The outcome; null if it is not known, or not begun. */
    public @Nullable Outcome outcome() {
        LateEnd end = lateEnd;
        return end == null ? null : end.outcome();
    }

    /**
     * The answer to a client that requests the end of the transaction afterwards.
     *
     * @param whenDone takes the outcome if {@link Outcome#PENDING} is returned, otherwise unused
     */
    Outcome join(Completion whenDone) {
        LateEnd end = lateEnd;
        return end == null
                ? Outcome.ROLLED_BACK
                : end.join(!transaction.participants().heuristics().isEmpty(), whenDone);
    }

    // ---- who takes it away

    /** Called by the timer: starts a rollback again that failed to start. */
    void tryAgain() {
        if (isRollbackDue) {
            begin(transaction.coordinator().background());
        }
    }

    /** Called by the timer: the time is over. */
    void timeOut() {
        try {
            if (transaction.expire()) {
                begin(transaction.coordinator().background());
            }
        } finally {
            if (transaction.hasRunOutOfTime()) {
                transaction.owner().timedOut(timedOut());
            }
        }
    }

    /** Rolls the transaction back if it is still active; its application gets the reason. */
    public void abandon(Throwable reason) {
        abandon(reason, HERE);
    }

    /**
     * As {@link #abandon}, but does not hold up the calling thread: a worker rolls back. The transaction takes no more
     * work.
     */
    public void abandonSoon(Throwable reason) {
        abandon(reason, transaction.coordinator().background());
    }

    private void abandon(Throwable reason, Executor where) {
        if (transaction.step() != Step.ACTIVE || transaction.isTimedOut()) {
            return;
        }
        if (take(reason)) {
            begin(where);
        }
    }

    /** A superior rolls back before there is a vote. Does not wait for a thread that is inside. */
    void rollBackForSuperior(Throwable cause) {
        if (take(cause)) {
            begin(HERE);
        }
    }

    private boolean take(Throwable reason) {
        transaction.markRollback(reason);
        isTakenByOther = true;
        return transaction.expire();
    }

    /** Leaves the rollback to the thread that is inside; false if it has just left. */
    boolean leaveToThreadInside(Throwable reason) {
        transaction.markRollback(reason); // first, so that the leaving thread can tell why; also right if it has left
        isTakenByOther = true;
        return transaction.move(Gate.BUSY, Gate.BUSY_EXPIRED);
    }

    /** As {@link OperatorView#end}. */
    boolean endByOperator(Act by, Executor where) {
        Throwable reason = new IllegalStateException(MESSAGES.endedByOperator(transaction.id(), by)); // see begin
        if (!ENDED_BY.compareAndSet(this, null, by)) { // first, so that a caller that finds it closed can tell why
            return false;
        }
        for (int now = transaction.gate(); now == Gate.OPEN || now == Gate.BUSY; now = transaction.gate()) {
            boolean isInside = now == Gate.BUSY;
            if (transaction.move(now, isInside ? Gate.BUSY_EXPIRED : Gate.EXPIRED)) {
                transaction.markRollback(reason);
                transaction.act = by;
                if (!isInside) {
                    begin(where);
                }
                return true;
            }
        }
        endedBy = null;
        return false;
    }

    // ---- the rollback

    /**
     * Begins it. If it can't start, for example for lack of memory, the next tick of the timer tries again. Between the
     * moment at which the transaction takes no more work and this method, nothing may need memory: if that failed, no
     * tick would know that a rollback is due.
     */
    void begin(Executor by) {
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
            rollBack();
        } catch (Throwable failed) {
            isRollbackDue = lateEnd == null;
            throw failed;
        }
    }

    private void rollBack() {
        transaction.markRollback(null);
        boolean isOwners = transaction.subordinate() == null; // else Subordinate.settled tells the owner
        LateEnd end = new LateEnd(isOwners ? transaction.owner() : Completion.NONE);
        boolean isShown = transaction.hasRunOutOfTime() && LifeEvent.Timeout.PROBE.isEnabled();
        LifeEvent.Timeout event = isShown ? new LifeEvent.Timeout() : null;
        lateEnd = end; // from here on the rollback has begun
        transaction.progress().proceed(Progress.ROLLBACK, end);
        if (event != null) {
            event.transaction = transaction.id().toString();
            event.commit();
        }
    }
}
