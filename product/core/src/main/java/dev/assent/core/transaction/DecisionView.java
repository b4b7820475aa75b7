package dev.assent.core.transaction;

import dev.assent.NodeId;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What is decided of a transaction, for everybody who must know it: subordinates that ask for the decision, recovery,
 * operators and reports.
 *
 * <p>Thread safety: any thread may call all methods.
 *
 * @param transaction the transaction
 */
public record DecisionView(GlobalTransaction transaction) {
    /**
     * The identity under which others may ask this node for the decision (law 17: no answer before the log is read). It
     * is the transaction's own if this node or a node that it adopted began the transaction; otherwise the {@link
     * GlobalTransaction#incarnation}. Null if only branches of it were found.
     */
    public @Nullable LocalTransactionId askedId() {
        LocalTransactionId own = transaction.incarnation();
        if (own == null && !transaction.isOfBranches && transaction.id() instanceof LocalTransactionId begun) {
            Coordinator coordinator = transaction.coordinator();
            NodeId home = begun.origin().node();
            boolean isHere = home.equals(coordinator.life().node()) || coordinator.adoption(home) != null;
            return isHere ? begun : null;
        }
        return own;
    }

    /**
     * Whether an operator decided the transaction when only branches of it, in a resource's list, were known. If this
     * node's log is not whole, that says nothing about the rest of the transaction (law 17: no answer before the log is
     * read).
     */
    public boolean isByBranches() {
        return transaction.isResolvedByBranches;
    }

    /** Whether the transaction goes towards commit. If it {@linkplain #isMade is decided}, this is the decision. */
    public boolean isCommit() {
        Seat last = transaction.participants().lastResource();
        return last != null && isLastKnown() ? last.answer == Answer.DONE : transaction.progress().committing;
    }

    /**
     * Whether the transaction is decided and waits to carry the decision out. The decision may not be in the log yet:
     * the known act of the last resource, an operator's statement of it, and the superior's decision count before their
     * record is written.
     */
    public boolean isMade() {
        return transaction.step().isParked() || isLastKnown() || isTold();
    }

    /** Whether the transaction is prepared, has received the decision, and waits for recovery to carry it out. */
    public boolean isTold() {
        return transaction.progress().told;
    }

    private boolean isLastKnown() {
        Seat last = transaction.participants().lastResource();
        return transaction.step() == Step.IN_DOUBT && last != null && last.finished;
    }

    /**
     * The decision while not every participant has confirmed it, and nothing can change it any more: COMMITTED once the
     * decision is durable, or ROLLED_BACK. Null if nothing is decided, or if some participant is known not to have
     * followed the decision: then only the outcome says what holds (law 12: heuristic outcomes are forced first).
     */
    public @Nullable Outcome unconfirmed() {
        Step now = transaction.step();
        if (now != Step.COMMITTING && now != Step.ROLLING_BACK) {
            return null;
        }
        VarHandle.fullFence(); // another thread writes the answers
        Outcome decided = now == Step.COMMITTING ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
        return transaction.participants().anyAgainst() ? null : decided;
    }

    /** When it was written, or the transaction was parked, in milliseconds since 1970; 0 if unknown. */
    public long sinceMillis() {
        return transaction.progress().sinceMillis;
    }
}
