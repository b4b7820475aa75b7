package dev.assent.server.demo;

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
 * Stops a process at a fault point for good: it says that the point is reached, and the thread that
 * reached it never goes on. Whoever reads that kills the process.
 *
 * <p>It also notes which transactions are finished, whichever thread's recovery pass does it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class CrashTrigger implements Tracer {
    private final Consumer<String> say;
    private final Map<TransactionId, String> finished = new ConcurrentHashMap<>();
    private volatile @Nullable Trigger trigger;

    private record Trigger(FaultPoint point, int participant) {}

    /** Nothing stops yet. */
    CrashTrigger(Consumer<String> say) {
        this.say = say;
    }

    /** From now on the next who reaches this point stops there. */
    void arm(FaultPoint point, int participant) {
        trigger = new Trigger(point, participant);
    }

    /** The transactions that were finished, as {@code ID=committed} and {@code ID=rolled-back}, with blanks between. */
    String finished() {
        return finished.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }

    @Override
    public void at(FaultPoint point, @Nullable TransactionId id, int participant) {
        if (id != null && point == FaultPoint.AFTER_COMMIT) {
            finished.put(id, "committed");
        } else if (id != null && point == FaultPoint.AFTER_ROLLBACK) {
            finished.put(id, "rolled-back");
        }
        Trigger armed = trigger;
        if (armed != null && armed.point() == point && armed.participant() == participant) {
            say.accept(VictimProcess.REACHED + " " + id);
            stopForGood();
        }
    }

    private static void stopForGood() {
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            try {
                never.await();
            } catch (InterruptedException nothingElseToDo) {
                // it stays here until it is killed
            }
        }
    }
}
