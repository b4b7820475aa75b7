package dev.assent;

/**
 * An operator's view of a node, from inside its process. Every act is put on record, audited and carried out as those of the
 * command line are.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface NodeOperator {
    /**
     * Carries out an operator's request, in the name of the user of this process, and waits for the answer. An
     * interrupt does not end the wait.
     */
    OperatorAnswer run(OperatorRequest request);

    /**
     * Forgets a heuristic outcome that an operator has repaired, in the name of the user of this process.
     *
     * @param id the key of the transaction, as {@code TransactionSynchronizationRegistry.getTransactionKey} gave it while
     *     the transaction was on the thread. After a restart use {@link #run}, with the name that a list prints
     * @throws IllegalArgumentException if this transaction has no heuristic outcome to forget
     * @throws IllegalStateException if it can't be forgotten now; the message says why. If a resource can't be
     *     reached, the order is on record and recovery tries again. If the log or the audit refuses, or another act is
     *     under way, nothing was done
     */
    void forget(TransactionId id);

    /** How many transactions are under way, those of other nodes' transactions included. */
    int underWay();
}
