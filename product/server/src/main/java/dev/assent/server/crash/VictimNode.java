package dev.assent.server.crash;

import dev.assent.Assent;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;

/** The node in a process that is killed, which makes transfers by itself. Thread safety: as each says. */
public interface VictimNode extends Victim {
    /** The transaction manager. */
    Assent assent();

    @Override
    default Assent node() {
        return assent();
    }

    /**
     * Does the work of a transfer at both sides, in the transaction of the thread.
     *
     * @throws Exception when a side refuses
     */
    void work(Transfer transfer) throws Exception;

    /**
     * Makes a transfer: one transaction over both sides.
     *
     * @throws RollbackException when it was rolled back; the cause says why
     * @throws Exception when the outcome is unknown
     */
    @Override
    default void make(Transfer transfer) throws Exception {
        TransactionManager manager = assent().transactionManager();
        manager.begin();
        Exception refused = null;
        try {
            work(transfer);
        } catch (Exception failed) {
            refused = failed;
        }
        if (refused == null && !transfer.withdrawn()) {
            manager.commit();
        } else {
            manager.rollback();
            throw (RollbackException)
                    new RollbackException(refused == null ? "withdrawn" : refused.toString()).initCause(refused);
        }
    }
}
