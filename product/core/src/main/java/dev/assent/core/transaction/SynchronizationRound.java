package dev.assent.core.transaction;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Synchronizing;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One round of synchronizations at other participants, before any participant is asked to prepare (law 19:
 * synchronizations come first). All are asked at once.
 *
 * <p>Thread safety: answers may come on any thread.
 */
final class SynchronizationRound {
    private final GlobalTransaction transaction;
    private final Runnable whenDone;

    /** Answers still to come, and one for the asking itself. */
    private final AtomicInteger left = new AtomicInteger(1);

    SynchronizationRound(GlobalTransaction transaction, Runnable whenDone) {
        this.transaction = transaction;
        this.whenDone = whenDone;
    }

    /** Asks these; false if answers are still to come. */
    boolean ask(List<Synchronizing> due) {
        left.addAndGet(due.size());
        for (Synchronizing each : due) {
            Answer now = each.beforeCompletion(late -> {
                take(each, late);
                if (left.decrementAndGet() == 0) {
                    whenDone.run();
                }
            });
            if (now != Answer.PENDING) {
                take(each, now);
                left.decrementAndGet();
            }
        }
        return left.decrementAndGet() == 0;
    }

    private void take(Synchronizing asked, Answer answer) {
        if (answer != Answer.DONE) {
            @Nullable Throwable problem = asked.problem();
            transaction.markRollback(
                    problem != null ? problem : new IllegalStateException(asked + " refused before completion"));
        }
    }
}
