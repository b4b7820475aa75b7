package dev.assent.server.crash;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stops a process at a fault point: it says that the point is reached, and the thread that reached it
 * stays there. Whoever reads that kills the process, or kills something else and lets it go on.
 *
 * <p>It also notes which transactions are finished, whichever thread's recovery pass does it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class CrashTrigger implements Tracer {
    private final Consumer<String> say;
    private final Map<TransactionId, String> finished = new ConcurrentHashMap<>();
    private volatile @Nullable Trigger trigger;
    private volatile CountDownLatch goOn = new CountDownLatch(1);
    private volatile @Nullable TransactionId lastPrepared;

    private record Trigger(FaultPoint point, int participant) {}

    /** Nothing stops yet. */
    CrashTrigger(Consumer<String> say) {
        this.say = say;
    }

    /** From now on the next who reaches this point stops there. */
    void arm(FaultPoint point, int participant) {
        goOn = new CountDownLatch(1);
        trigger = new Trigger(point, participant);
    }

    /** Lets the thread go on that has stopped; nobody stops any more. */
    void goOn() {
        trigger = null;
        goOn.countDown();
    }

    /** The transactions that were finished, as {@code ID=committed} and {@code ID=rolled-back}, with blanks between. */
    String finished() {
        return finished.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
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
        Trigger armed = trigger;
        if (armed != null && armed.point() == point && armed.participant() == participant) {
            // a checkpoint is of no transaction: the one that waits for it is meant
            say.accept(VictimProcess.REACHED + " " + (id == null ? lastPrepared : id));
            stopHere();
        }
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
