package dev.assent.remote.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;

/**
 * What somebody asks who has a reference to a transaction itself, over a wire whose coordinators are objects (OTS
 * Coordinator, TransactionFactory). The reference is its right to ask. Immutable.
 */
public sealed interface HandleRequest {
    /**
     * How far the transaction is.
     *
     * @param name the process's own name for it
     */
    record Look(TransactionId id, LocalTransactionId name) implements HandleRequest {}

    /** To let it only roll back; as for a look. */
    record Mark(TransactionId id, LocalTransactionId name) implements HandleRequest {}

    /**
     * A stranger that is registered, and has restarted, is told at another place from now on.
     *
     * @param branch as it has registered
     * @param superior the process's own name for the transaction
     * @param address where it is told
     */
    record Move(BranchRef branch, LocalTransactionId superior, String address) implements HandleRequest {
        /** For people. */
        @Override
        public String toString() {
            return branch + " moves to " + ShownAddress.of(address);
        }
    }

    /** To make the process a subordinate of the superior of this context, though it was not called. */
    record Recreate(Context context) implements HandleRequest {}
}
