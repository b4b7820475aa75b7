package dev.assent.core.transaction;

import dev.assent.core.commit.Step;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * An application, its calls, a pool, recovery and lookups, on one transaction. Its second participant
 * is not reached by the first commit. Each operation returns whether all that it saw was right.
 */
public class TransactionOperations {
    private static final Exception LOST = new Exception("the connection is lost");

    private final RacingNode node = new RacingNode();
    private final List<RacingNode.Party> parties = new CopyOnWriteArrayList<>();
    private final GlobalTransaction transaction = node.coordinator.begin(RacingNode.terms());

    private boolean isRequested;

    /** With two participants. */
    public TransactionOperations() {
        add(new RacingNode.Party());
        add(new Unreached());
    }

    /** Not reached by the first commit. */
    private static final class Unreached extends RacingNode.Party {
        private final AtomicBoolean isAsked = new AtomicBoolean();

        @Override
        public Answer commit(Reply reply) {
            return isAsked.compareAndSet(false, true) ? Answer.RETRY : super.commit(reply);
        }
    }

    private void add(RacingNode.Party party) {
        parties.add(party);
        transaction.participants().enlist(party);
    }

    private boolean isCommitted() {
        return parties.get(0).commits.get() > 0;
    }

    /** Requests the end once. The outcome may be pending when another thread rolls back. */
    @Operation(nonParallelGroup = "application")
    public boolean commit() {
        if (isRequested) {
            return true;
        }
        isRequested = true;
        Outcome outcome = transaction.commit(Completion.NONE);
        return outcome == (isCommitted() ? Outcome.COMMITTED : Outcome.ROLLED_BACK) || outcome == Outcome.PENDING;
    }

    /** As {@link #commit}. */
    @Operation(nonParallelGroup = "application")
    public boolean rollBack() {
        if (isRequested) {
            return true;
        }
        isRequested = true;
        Outcome outcome = transaction.rollback(Completion.NONE);
        return !isCommitted() && (outcome == Outcome.ROLLED_BACK || outcome == Outcome.PENDING);
    }

    /** The thread of another part of the application enlists one more. */
    @Operation
    public boolean enlist() {
        if (transaction.enter() == Admission.ADMITTED) {
            add(new RacingNode.Party());
            transaction.leave();
        }
        return true;
    }

    /** While a call is under way, the transaction tells no participant to commit (law 16). */
    @Operation
    public boolean call() {
        if (transaction.beginCall() != Admission.ADMITTED) {
            return true;
        }
        boolean isOpen = !isCommitted();
        transaction.endCall();
        return isOpen;
    }

    /** A pool takes it from its application, as the timer does. */
    @Operation(nonParallelGroup = "pool")
    public boolean abandon() {
        transaction.unasked().abandon(LOST);
        return true;
    }

    /** A pass over those that wait. */
    @Operation(nonParallelGroup = "recovery")
    public boolean recover() {
        for (GlobalTransaction each : node.coordinator.parked()) {
            if (each.step().isParked()) {
                each.forRecovery().retry(Completion.NONE);
            }
        }
        return true;
    }

    /** A lookup finds the transaction until it is over. */
    @Operation
    public boolean find() {
        return node.coordinator.find(transaction.id()) == transaction || isOver();
    }

    private boolean isOver() {
        Step now = transaction.step();
        return now == Step.COMMITTED || now == Step.ROLLED_BACK;
    }

    /** In the end all participants have done the same, once, and nobody knows the transaction any more. */
    @Validate
    public void allEndInTheSameWay() {
        abandon();
        recover();
        recover();
        boolean isCommitted = isCommitted();
        for (RacingNode.Party each : parties) {
            if (each.commits.get() != (isCommitted ? 1 : 0) || each.rollbacks.get() != (isCommitted ? 0 : 1)) {
                throw new IllegalStateException(each.commits + " commits, " + each.rollbacks + " rollbacks");
            }
        }
        if (!isOver() || node.coordinator.knows(transaction.id())) {
            throw new IllegalStateException("the transaction is not over, or still known: " + transaction.step());
        }
    }
}
