package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may touch a transaction: its application, its commit, or its timeout (law 20). Every
 * move is one compare-and-set, and only one of timeout and decision can win. It also counts the calls under way, with
 * which no commit begins.
 *
 * <pre>
 *            enter                    expire
 *     OPEN ---------&gt; BUSY ---------------------&gt; BUSY_EXPIRED
 *      | ^-------------'  leave                       | leave
 *      |                                              v
 *      +--- expire -------------------------------&gt; EXPIRED
 *      |
 *      +--- prepare --&gt; PREPARING --- decide ---&gt; DECIDED -- prepared --&gt; WAITING -- told --&gt; DECIDED
 *      |                   |   '----- refuse ---&gt; CLOSED
 *      |                   '--------- expire ---&gt; OVERDUE, which can't be decided any more
 *      +--- rollback ---------------------------&gt; CLOSED
 * </pre>
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks.
 */
abstract class Gate {
    static final int OPEN = 0;
    static final int BUSY = 1;
    static final int PREPARING = 2;
    static final int DECIDED = 3;
    static final int CLOSED = 4;

    /** A prepared subordinate. The first to bring the decision owns it. */
    static final int WAITING = 5;

    static final int BUSY_EXPIRED = 6;
    static final int OVERDUE = 7;
    static final int EXPIRED = 8;

    private static final VarHandle STATE;
    private static final VarHandle WAITING_WORK;
    private static final VarHandle CALLS;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Gate.class, "state", int.class);
            WAITING_WORK = MethodHandles.lookup().findVarHandle(Gate.class, "waiting", Queue.class);
            CALLS = MethodHandles.lookup().findVarHandle(Gate.class, "calls", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state;

    /** The thread inside. Only that thread finds itself here, so no order is needed. */
    private @Nullable Thread inside;

    /** Work for the thread inside, between enter and leave; null if there never was any. */
    @SuppressWarnings("UnusedVariable") // by WAITING_WORK
    private volatile @Nullable Queue<Inside> waiting;

    /** The number of calls under way that are part of the transaction, to other processes and from them. */
    private volatile int calls;

    /**
     * Work for the thread inside.
     *
     * @param afterwards runs when that thread has left
     */
    private record Inside(Consumer<Admission> work, Runnable afterwards) {}

    /** Where the gate is now. */
    final int gate() {
        return state;
    }

    /** Whether a thread is inside, with time left. */
    final boolean isInside() {
        return state == BUSY;
    }

    /**
     * Whether the timeout was first: the transaction rolls back without a request of its application. It timed out, or
     * an operator, its superior, its client or a pool ended it.
     */
    public final boolean isTimedOut() {
        return state >= BUSY_EXPIRED;
    }

    /**
     * Whether its application has lost the transaction to a rollback, so that the application has nothing left to do.
     */
    public final boolean isTakenByTimer() {
        int now = state;
        return now == BUSY_EXPIRED || now == EXPIRED;
    }

    /** Moves from one state to another, if it is there. */
    final boolean move(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }

    /**
     * The time is over. If no thread is inside, takes the transaction from its application. Otherwise marks it as
     * expired for the thread inside, or for the commit.
     *
     * @return whether the caller must start the rollback, since no other thread will
     */
    final boolean expire() {
        for (; ; ) {
            int now = state;
            switch (now) {
                case OPEN -> {
                    if (move(OPEN, EXPIRED)) {
                        return true;
                    }
                }
                case BUSY -> {
                    if (move(BUSY, BUSY_EXPIRED)) {
                        return false;
                    }
                }
                case PREPARING -> {
                    if (move(PREPARING, OVERDUE)) {
                        return false;
                    }
                }
                default -> {
                    return false;
                }
            }
        }
    }

    /**
     * Lets the caller work on the participants, if the transaction is still open for that. Ends by leave.
     *
     * @throws IllegalStateException if the calling thread is inside: foreign code that it called there, such as an
     *     XAResource, uses the transaction
     */
    public final Admission enter() {
        Admission admission = admit(BUSY);
        if (admission == Admission.ADMITTED) {
            inside = Thread.currentThread();
        }
        return admission;
    }

    /** Opens the gate behind the thread inside; false if the time ran out meanwhile. */
    final boolean open() {
        inside = null;
        return move(BUSY, OPEN) || !move(BUSY_EXPIRED, EXPIRED);
    }

    /**
     * As {@link #close}, without waiting for a thread inside: false if there is one, or if the gate is closed already.
     */
    final boolean closeAtOnce(int to) {
        return move(OPEN, to);
    }

    /** Takes the transaction from its application for good, for a caller that ends it. */
    final Admission close(int to) {
        return admit(to);
    }

    private Admission admit(int to) {
        for (; ; ) {
            int now = state;
            if (now == OPEN) {
                if (move(OPEN, to)) {
                    return Admission.ADMITTED;
                }
            } else if (now == BUSY) {
                requireOutside();
                pause();
            } else {
                return isTimedOut() ? Admission.TIMED_OUT : Admission.CLOSED;
            }
        }
    }

    /**
     * Refuses the thread that is inside. What it wants would wait until this thread leaves.
     *
     * @throws IllegalStateException as {@link #enter}
     */
    public final void requireOutside() {
        if (inside == Thread.currentThread()) {
            throw new IllegalStateException(MESSAGES.usedInside());
        }
    }

    /**
     * Begins a call that is part of the transaction, to another process or from one. If it is admitted, {@link
     * #endCall} must follow. While a call is under way, the transaction can't commit (law 16: a lost reply forces
     * rollback).
     */
    public final Admission beginCall() {
        CALLS.getAndAdd(this, 1); // first: either the closing thread sees the call, or this one sees the gate closed
        int now = state;
        if (now == OPEN || now == BUSY) {
            return Admission.ADMITTED;
        }
        endCall();
        return isTimedOut() ? Admission.TIMED_OUT : Admission.CLOSED;
    }

    /** Ends what {@link #beginCall} began. */
    public final void endCall() {
        CALLS.getAndAdd(this, -1);
    }

    /** The number of calls under way that are part of the transaction. */
    public final int calls() {
        return calls;
    }

    /**
     * Does work on the participants inside the gate. If no other thread is there, the work runs at once; otherwise the
     * thread inside does it when it leaves. Never waits, so any thread may call it.
     *
     * @param work gets ADMITTED inside, or the reason why it is not admitted any more
     * @param afterwards runs after the work, outside: it may tell another thread, which goes on with the
     *     transaction at once and must not find this one inside
     */
    public final void whenInside(Consumer<Admission> work, Runnable afterwards) {
        Queue<Inside> queue = waiting;
        if (queue == null) {
            WAITING_WORK.compareAndSet(this, null, new ConcurrentLinkedQueue<>());
            queue = Objects.requireNonNull(waiting);
        }
        queue.add(new Inside(work, afterwards));
        drainUnlessBusy();
    }

    /**
     * Does the work that waits for the caller, which is inside. Does all of it, even if some of it throws.
     *
     * @return what to run when the caller has left
     */
    final List<Runnable> drain(Admission admission) {
        Queue<Inside> queue = waiting;
        if (queue == null) {
            return List.of();
        }
        List<Runnable> afterwards = new ArrayList<>();
        for (Inside each = queue.poll(); each != null; each = queue.poll()) {
            try {
                each.work().accept(admission);
            } catch (Throwable bug) {
                failed(bug);
            }
            afterwards.add(each.afterwards());
        }
        return afterwards;
    }

    /**
     * Runs all of these, even if some of them throw: a listener has no part in the transaction and must not stop it.
     */
    final void runAll(List<Runnable> all) {
        for (int i = 0; i < all.size(); i++) { // without an iterator, which each commit would allocate some times
            try {
                all.get(i).run();
            } catch (Throwable bug) {
                failed(bug);
            }
        }
    }

    /** Does the work that waits, unless a thread inside will: a thread that has just left leaves no work behind. */
    final void drainUnlessBusy() {
        Queue<Inside> queue = waiting;
        while (queue != null && !queue.isEmpty()) {
            if (move(OPEN, BUSY)) {
                inside = Thread.currentThread();
                leaveAtOnce();
            } else if (state == BUSY || state == BUSY_EXPIRED) {
                return;
            } else if (state != OPEN) {
                runAll(drain(isTimedOut() ? Admission.TIMED_OUT : Admission.CLOSED));
            }
        }
    }

    /**
     * Ends what {@link #enter} began.
     *
     * @return false when the time ran out meanwhile
     */
    public abstract boolean leave();

    /** As {@link #leave}, but does not hold up the calling thread: if the time ran out, another thread rolls back. */
    abstract void leaveAtOnce();

    /** Waits a moment for the thread inside. */
    abstract void pause();

    /** Takes an exception from work that this thread did for another. */
    abstract void failed(Throwable bug);
}
