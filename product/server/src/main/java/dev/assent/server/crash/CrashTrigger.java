package dev.assent.server.crash;

import dev.assent.TransactionId;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.remote.message.Request;
import dev.assent.remote.transport.WireObserver;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stops a process at an instant: it reports that a thread has reached the instant, and that thread stays there. The
 * reader of the report kills the process, or kills another one and lets this one go on. An instant is a fault point, a
 * {@link WirePoint}, or one that the process has a name of its own for.
 *
 * <p>It also notes which transactions are finished, whichever thread's recovery pass does it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class CrashTrigger implements Tracer, WireObserver {
    /** Stands for the participant at an instant of the whole transaction. */
    public static final int WHOLE = -1;

    private static final Set<FaultPoint> CHECKPOINT =
            EnumSet.of(FaultPoint.BEFORE_CHECKPOINT, FaultPoint.UNFORCED_CHECKPOINT, FaultPoint.AFTER_CHECKPOINT);

    private final Consumer<String> say;
    private final Map<TransactionId, String> finished = new ConcurrentHashMap<>();
    private final DueAnswers answers;
    private volatile @Nullable Trigger trigger;
    private volatile boolean isReached;
    private volatile CountDownLatch goOn = new CountDownLatch(1);
    private volatile @Nullable TransactionId lastPrepared;

    /**
     * The point at which a thread stops.
     *
     * @param after not before this other point was reached; null when it does not matter
     * @param armedBy the only thread that stops at a checkpoint
     */
    private record Trigger(
            String point, int participant, @Nullable String after, Thread armedBy) {}

    /** Nothing stops yet. */
    CrashTrigger(Consumer<String> say) {
        this(say, new DueAnswers(DueAnswers.AWAITED_MILLIS_MAX));
    }

    /** The same, with other answers. */
    CrashTrigger(Consumer<String> say, DueAnswers answers) {
        this.say = say;
        this.answers = answers;
    }

    /**
     * From now on the next thread that reaches this point stops there. Only the calling thread stops in a checkpoint:
     * another one may make a checkpoint at any time, for records that nobody waits for.
     */
    void arm(String point, int participant) {
        armAfter(null, point, participant);
    }

    /**
     * Stops the next thread that reaches this point after another one. Threads of earlier calls may still be on their
     * last steps. An answer is noted after it is sent, so the receiver of an answer may be here first: this method
     * waits for the note.
     */
    void armAfter(@Nullable String first, String point, int participant) {
        answers.awaitNoted(() -> isReached);
        answers.forget(); // answers that are still due belong to earlier messages
        goOn = new CountDownLatch(1);
        trigger = new Trigger(point, participant, first, Thread.currentThread());
    }

    /**
     * From now on no thread stops.
     *
     * @return whether no thread has stopped
     */
    synchronized boolean disarm() {
        trigger = null;
        return !isReached;
    }

    /** Lets the stopped thread go on; no thread stops any more. */
    void goOn() {
        trigger = null;
        isReached = false;
        goOn.countDown();
    }

    /** The transactions that were finished, as {@code ID=committed} and {@code ID=rolled-back}, with blanks between. */
    String finished() {
        return finished.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Says something beside the answers. */
    public void tell(String news) {
        say.accept(VictimProcess.NEWS + news);
    }

    @Override
    public void at(FaultPoint point, @Nullable TransactionId id, int participant) {
        if (point == FaultPoint.BEFORE_PREPARE) {
            lastPrepared = id;
        }
        if (id != null && point == FaultPoint.AFTER_COMMIT) {
            finished.put(id, "committed");
        } else if (id != null && point == FaultPoint.AFTER_ROLLBACK) {
            finished.put(id, "rolled-back");
        }
        if (!CHECKPOINT.contains(point) || isArmedHere()) {
            // a checkpoint belongs to no transaction: names the one that waits for it
            reach(point.name(), participant, id == null ? lastPrepared : id);
        }
    }

    /**
     * If a thread has stopped, the threads that bring messages of other processes stop, too. So nothing more happens
     * here than had happened by then.
     */
    @Override
    public void passed(Way way, String peer, Object message, int bytes) {
        if (way == Way.IN && message instanceof Request.Ask && isToStopWhenItHasSaid()) {
            answers.awaitNoted(() -> isReached); // the asked thread has sent its message, perhaps unnoted
        }
        if (isReached) {
            stopHere();
        }
        if (trigger != null) {
            reach(WirePoint.of(way, message), WHOLE, null);
        }
        answers.passed(way, message);
    }

    private boolean isArmedHere() {
        Trigger armed = trigger;
        return armed != null && armed.armedBy() == Thread.currentThread();
    }

    private boolean isToStopWhenItHasSaid() {
        Trigger armed = trigger;
        return armed != null && armed.point().startsWith(Way.OUT + "_");
    }

    /** The thread has come to a point of the process's own. */
    public void reach(String point) {
        reach(point, WHOLE, null);
    }

    private void reach(String point, int participant, @Nullable TransactionId id) {
        if (trigger != null && isToStop(point, participant, id)) {
            stopHere();
        }
    }

    /** Whether the thread must stop there; if so, reports it. */
    private synchronized boolean isToStop(String point, int participant, @Nullable TransactionId id) {
        Trigger armed = trigger;
        if (armed != null && point.equals(armed.after())) {
            armed = new Trigger(armed.point(), armed.participant(), null, armed.armedBy());
            trigger = armed;
        }
        if (armed == null
                || armed.after() != null
                || armed.participant() != participant
                || !armed.point().equals(point)) {
            return false;
        }
        isReached = true;
        answers.wake();
        say.accept(VictimProcess.REACHED + " " + id);
        return true;
    }

    private void stopHere() {
        CountDownLatch latch = goOn;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException nothingElseToDo) {
                // it stays here until it is killed or let go
            }
        }
    }
}
