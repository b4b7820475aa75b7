package dev.assent.remote.subordinate;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Telling;
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
 * Runs the synchronizations of subordinates, since their superiors ask for that (law 19): those of this node, then those
 * of its own subordinates, until none is left, since each may bring others. No thread waits for another node. A superior
 * that asks again while a run is under way is told when that is over.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class SynchronizationRuns {
    private final Executor workers;
    private final Map<JtaTransaction, List<Consumer<Answer>>> running = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param workers call the synchronizations, which may block
     */
    SynchronizationRuns(Executor workers) {
        this.workers = workers;
    }

    /**
     * Runs those of one; DONE when there is nothing to run, as when the message has come again; REFUSED when it takes no
     * more work; else PENDING, and the answer is told later.
     */
    Answer begin(Subordinate subordinate, Consumer<Answer> told) {
        return subordinate.transaction().owner() instanceof JtaTransaction transaction
                ? begin(transaction, told)
                : Answer.REFUSED;
    }

    /** As the other, of any transaction that this node shows to its applications. */
    Answer begin(JtaTransaction transaction, Consumer<Answer> told) {
        boolean hasNone = !transaction.hasSynchronizations(); // first: what is being run is not among them
        if (hasNone
                && !running.containsKey(transaction)
                && !transaction.engine().isMarkedRollback()) {
            return Answer.DONE; // and begins no call, in which the vote would be refused
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
            transaction.engine().endCall(); // the first has one
        }
        return Answer.PENDING;
    }

    /** A worker does it; when none takes it, nothing was run, and the superior is told so. */
    private void runSoon(JtaTransaction transaction) {
        try {
            workers.execute(() -> run(transaction));
        } catch (RejectedExecutionException | VirtualMachineError full) { // the latter when no thread can be started
            transaction.engine().markRollback(full);
            end(transaction, Answer.REFUSED);
        }
    }

    private void run(JtaTransaction transaction) {
        transaction.callSynchronizations();
        Thread.interrupted(); // by one of them: the thread is a worker's
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
