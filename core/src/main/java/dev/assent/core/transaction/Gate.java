package dev.assent.core.transaction;

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
 * move is one compare-and-set, and only one of timeout and decision can win.
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
 *      +--- commit with nothing to prepare -----&gt; DECIDED
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

    /** A subordinate that is prepared: whoever tells it first what is decided has it. */
    static final int WAITING = 5;

    static final int BUSY_EXPIRED = 6;
    static final int OVERDUE = 7;
    static final int EXPIRED = 8;

    private static final VarHandle STATE;
    private static final VarHandle WAITING_WORK;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Gate.class, "state", int.class);
            WAITING_WORK = MethodHandles.lookup().findVarHandle(Gate.class, "waiting", Queue.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state;

    /** What is to be done inside by whoever is there; null when nothing ever was. */
    @SuppressWarnings("UnusedVariable") // by WAITING_WORK
    private volatile @Nullable Queue<Inside> waiting;

    /**
     * Work for who is inside.
     *
     * @param afterwards is for who has left
     */
    private record Inside(Consumer<Admission> work, Runnable afterwards) {}

    /** Where the gate is now. */
    final int gate() {
        return state;
    }

    /** Whether somebody is inside, with time left. */
    final boolean isInside() {
        return state == BUSY;
    }

    /** Whether the timeout was first. */
    final boolean isExpired() {
        return state >= BUSY_EXPIRED;
    }

    /** Moves from one state to another, if it is there. */
    final boolean move(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }

    /**
     * The time is over: takes the transaction from its application when nobody is inside; else leaves
     * word for the one inside, or for the commit.
     *
     * @return whether the caller must see to the rollback, which nobody else will
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
     */
    public final Admission enter() {
        return admit(BUSY);
    }

    /**
     * As {@link #close}, without waiting for one inside: false when there is one, or when it is closed already.
     */
    final boolean closeAtOnce(int to) {
        return move(OPEN, to);
    }

    /** Takes the transaction from its application for good, as one who ends it. */
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
                pause();
            } else {
                return isExpired() ? Admission.TIMED_OUT : Admission.CLOSED;
            }
        }
    }

    /** As {@link #whenInside(Consumer, Runnable)}, with nothing to be done afterwards. */
    public final void whenInside(Consumer<Admission> work) {
        whenInside(work, () -> {});
    }

    /**
     * Does work on the participants inside: at once, when nobody else is there; else the one who is there does it when
     * leaving. Waits for nobody, so that it may be called by a thread that must not.
     *
     * @param work is given ADMITTED inside; or why it is not let in any more
     * @param afterwards is done behind it, and not inside: who is told of the work may go on with the transaction at once
     *     and must not find somebody in there
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
     * Does what waits for the caller, who is inside; all of it, whatever throws.
     *
     * @return what is to be done when the caller has left
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
     * Does all of it, whatever throws: whoever is told something by a transaction has no part in it, and must not stop it.
     */
    final void runAll(List<Runnable> all) {
        for (Runnable each : all) {
            try {
                each.run();
            } catch (Throwable bug) {
                failed(bug);
            }
        }
    }

    /** Does what waits, unless somebody is inside who will: nothing is left behind by who has just left. */
    final void drainUnlessBusy() {
        Queue<Inside> queue = waiting;
        while (queue != null && !queue.isEmpty()) {
            if (move(OPEN, BUSY)) {
                leaveAtOnce();
            } else if (state == BUSY || state == BUSY_EXPIRED) {
                return;
            } else if (state != OPEN) {
                runAll(drain(isExpired() ? Admission.TIMED_OUT : Admission.CLOSED));
            }
        }
    }

    /**
     * Ends what {@link #enter} began.
     *
     * @return false when the time ran out meanwhile
     */
    public abstract boolean leave();

    /** As {@link #leave}, by a thread that must not be kept: what follows when the time ran out is left to another. */
    abstract void leaveAtOnce();

    /** Waits a moment for the one inside. */
    abstract void pause();

    /** Takes what somebody's work has thrown that another thread has done for it. */
    abstract void failed(Throwable bug);
}
