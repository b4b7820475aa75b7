package dev.assent.remote.message;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;

/**
 * A request of a caller that has a reference to the transaction itself, over a wire whose coordinators are objects (OTS
 * Coordinator, TransactionFactory). The reference gives the right to ask. Immutable.
 */
public sealed interface HandleRequest {
    /**
     * Asks how far the transaction is.
     *
     * @param name the process's own name for the transaction
     */
    record Look(TransactionId id, LocalTransactionId name) implements HandleRequest {}

    /** Marks the transaction so that it can only roll back; parameters as in {@link Look}. */
    record Mark(TransactionId id, LocalTransactionId name) implements HandleRequest {}

    /**
     * A registered stranger has restarted and takes requests at a new address from now on.
     *
     * @param branch the stranger, as it registered
     * @param superior the process's own name for the transaction
     * @param address the new address
     */
    record Move(BranchRef branch, LocalTransactionId superior, String address) implements HandleRequest {
        /** For display. */
        @Override
        public String toString() {
            return branch + " moves to " + ShownAddress.of(address);
        }
    }

    /** Makes the process a subordinate of the context's superior, without a call. */
    record Recreate(Context context) implements HandleRequest {}
}
