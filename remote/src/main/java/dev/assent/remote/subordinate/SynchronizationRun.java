package dev.assent.remote.subordinate;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.Subordinate;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Runs the synchronizations of a subordinate, since its superior asks for that (law 19): those of this node, then those
 * of its own subordinates, until none is left, since each may bring others. No thread waits for another node.
 *
 * <p>Thread safety: one step runs at a time.
 */
final class SynchronizationRun {
    private final JtaTransaction transaction;
    private final Executor workers;
    private final Consumer<Answer> told;

    private SynchronizationRun(JtaTransaction transaction, Executor workers, Consumer<Answer> told) {
        this.transaction = transaction;
        this.workers = workers;
        this.told = told;
    }

    /** Answers at once when there is nothing to run any more; else PENDING, and tells later. */
    static Answer begin(Subordinate subordinate, Executor workers, Consumer<Answer> told) {
        if (!(subordinate.transaction().owner() instanceof JtaTransaction transaction)
                || transaction.engine().beginCall() != Admission.ADMITTED) {
            return Answer.REFUSED;
        }
        workers.execute(new SynchronizationRun(transaction, workers, told)::run);
        return Answer.PENDING;
    }

    private void run() {
        transaction.callSynchronizations();
        if (transaction.engine().isMarkedRollback()) {
            end(Answer.REFUSED);
        } else if (!transaction.hasSynchronizations()) {
            end(Answer.DONE);
        } else if (transaction.engine().beforeCompletion(() -> workers.execute(this::run))) {
            workers.execute(this::run);
        }
    }

    private void end(Answer answer) {
        transaction.engine().endCall();
        told.accept(answer);
    }
}
