package dev.assent.remote.subordinate;

import dev.assent.core.foreign.Telling;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Subordinate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Runs the synchronizations of subordinates when their superiors ask for it (law 19): those of this node, then those of
 * its own subordinates, again until none is left, since each may add others. No thread waits for another node. A
 * superior that asks again during a run gets its answer at the end of that run.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class SynchronizationRuns {
    private final Executor workers;
    private final Map<JtaTransaction, List<Consumer<Answer>>> running = new ConcurrentHashMap<>();

    /**
     * No runs yet.
     *
     * @param workers call the synchronizations, which may block
     */
    SynchronizationRuns(Executor workers) {
        this.workers = workers;
    }

    /**
     * Runs the synchronizations of a subordinate. DONE if there is none, as after a repeated message; REFUSED if the
     * subordinate takes no more work; else PENDING, and the answer comes later.
     */
    Answer begin(Subordinate subordinate, Consumer<Answer> told) {
        return subordinate.transaction().owner() instanceof JtaTransaction transaction
                ? begin(transaction, told)
                : Answer.REFUSED;
    }

    /** As {@link #begin(Subordinate, Consumer)}, for any transaction that applications of this node see. */
    Answer begin(JtaTransaction transaction, Consumer<Answer> told) {
        boolean hasNone = !transaction.hasSynchronizations(); // first: running ones are not among them
        if (hasNone
                && !running.containsKey(transaction)
                && !transaction.engine().isMarkedRollback()) {
            return Answer.DONE; // without a call, during which the vote would be refused
        }
        if (transaction.engine().beginCall() != Admission.ADMITTED) {
            return Answer.REFUSED;
        }
        boolean[] isFirst = new boolean[1];
        running.compute(transaction, (same, waiting) -> {
            isFirst[0] = waiting == null;
            List<Consumer<Answer>> all = waiting == null ? new ArrayList<>(1) : waiting;
            all.add(told);
            return all;
        });
        if (isFirst[0]) {
            runSoon(transaction);
        } else {
            transaction.engine().endCall(); // the first run has a call of its own
        }
        return Answer.PENDING;
    }

    /** Lets a worker run them. If no worker takes the job, nothing ran, and the superior hears so. */
    private void runSoon(JtaTransaction transaction) {
        try {
            workers.execute(() -> run(transaction));
        } catch (RejectedExecutionException | VirtualMachineError full) { // the latter if no thread can be started
            transaction.engine().markRollback(full);
            end(transaction, Answer.REFUSED);
        }
    }

    private void run(JtaTransaction transaction) {
        transaction.callSynchronizations();
        Thread.interrupted(); // a synchronization may have interrupted it; the thread is a worker's
        if (transaction.engine().isMarkedRollback() || transaction.engine().isTimedOut()) {
            end(transaction, Answer.REFUSED);
        } else if (!transaction.hasSynchronizations()) {
            end(transaction, Answer.DONE);
        } else if (transaction.engine().beforeCompletion(() -> runSoon(transaction))) {
            runSoon(transaction);
        }
    }

    private void end(JtaTransaction transaction, Answer answer) {
        List<Consumer<Answer>> waiting = running.remove(transaction);
        transaction.engine().endCall();
        if (waiting != null) {
            Telling.all(waiting, each -> each.accept(answer));
        }
    }
}
