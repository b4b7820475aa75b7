package dev.assent.lab.jts;

import com.arjuna.ats.jts.OTSManager;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.UserException;
import org.omg.CosTransactions.Current;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.SubtransactionsUnavailable;

/**
 * The transactions of a client by the Current of the Transaction Service: its Jakarta Transactions would send more messages
 * for each, and are for servers. Thread safety: safe to share.
 */
final class CurrentTransactions implements UserTransaction {
    private static Current current() {
        return OTSManager.get_current();
    }

    @Override
    public void begin() throws NotSupportedException {
        try {
            current().begin();
        } catch (SubtransactionsUnavailable nested) {
            throw new NotSupportedException(nested.toString());
        }
    }

    @Override
    public void commit() throws RollbackException, HeuristicMixedException, SystemException {
        try {
            current().commit(true);
        } catch (TRANSACTION_ROLLEDBACK rolledBack) {
            throw new RollbackException(rolledBack.toString());
        } catch (HeuristicMixed | HeuristicHazard heuristic) {
            throw new HeuristicMixedException(heuristic.toString());
        } catch (UserException none) {
            throw new SystemException(none.toString());
        }
    }

    @Override
    public void rollback() throws SystemException {
        try {
            current().rollback();
        } catch (UserException none) {
            throw new SystemException(none.toString());
        }
    }

    @Override
    public void setRollbackOnly() throws SystemException {
        try {
            current().rollback_only();
        } catch (UserException none) {
            throw new SystemException(none.toString());
        }
    }

    /** Whether there is one: no caller here asks for more. */
    @Override
    public int getStatus() {
        return current().get_status().value() == org.omg.CosTransactions.Status._StatusActive
                ? Status.STATUS_ACTIVE
                : Status.STATUS_NO_TRANSACTION;
    }

    @Override
    public void setTransactionTimeout(int seconds) {
        current().set_timeout(seconds);
    }
}
