package dev.assent.core.transaction;

import dev.assent.core.audit.Act;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A transaction, as an operator sees it.
 *
 * <p>Thread safety: any thread may call all methods.
 *
 * @param transaction the transaction
 */
public record OperatorView(GlobalTransaction transaction) {
    /**
     * Ends the transaction on an operator's order, if its end was not requested before: from now on it takes no more
     * work, and rolls back. A transaction that has voted, or may be about to, is left alone: a compare-and-set decides,
     * as between timeout and commit (law 20: timeout or decision, one wins).
     *
     * @param where the rollback runs, unless a thread is inside: then that thread rolls back when it leaves
     * @return false if its end was requested before
     */
    public boolean end(Act by, Executor where) {
        return transaction.unasked().endByOperator(by, where);
    }

    /**
     * An operator is about to decide in place of an unreachable superior. From now on a decision of the superior waits
     * for {@link #resolveHere} or {@link #releaseHere}; one of them must follow. Called before the record of the
     * resolution is written: after a crash that record counts, whatever the superior has said.
     *
     * @return false if the transaction is not prepared, or already has a decision
     */
    public boolean claimHere() {
        return subordinate().claim();
    }

    /** The log refused the record of the operator's decision: the superior decides as before. */
    public void releaseHere() {
        subordinate().release();
    }

    /**
     * The operator's decision is durable; {@link RecoveryView#retry} or this method carries it out. The node keeps the
     * outcome until the superior confirms it, or until the operator or the superior has seen that the two decided
     * differently.
     */
    public void resolveHere(boolean isCommit, Act decided) {
        subordinate().resolve(isCommit, () -> transaction.act = decided);
    }

    private Subordinate subordinate() {
        return Objects.requireNonNull(transaction.subordinate());
    }

    /** Notes that an operator has decided the transaction. Called when the record of that is durable. */
    public void decided(Act act) {
        transaction.act = act;
    }

    /** The operator's act that decided the transaction, or that wants it forgotten; null if there is none. */
    public @Nullable Act act() {
        return transaction.act;
    }

    /**
     * Notes that an operator, or the superior, wants the outcome forgotten. Called when the record of that is durable.
     */
    public void askToForget(ForgetOrder order) {
        transaction.act = order.act();
        transaction.forgetting = order;
    }

    /** Whether the order to forget its outcome is durable. */
    public boolean isToBeForgotten() {
        return transaction.forgetting != null;
    }

    /** The resources that an operator has declared lost for good in the order to forget. */
    public Set<String> lost() {
        ForgetOrder order = transaction.forgetting;
        return order == null ? Set.of() : order.lost();
    }
}
