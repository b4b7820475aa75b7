package dev.assent.interop.narayana;

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

/** Narayana's Current of the Transaction Service, by the words of Jakarta Transactions. Thread safety: safe to share. */
final class OtsTransactions implements UserTransaction {
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
    public void rollback() {
        try {
            current().rollback();
        } catch (UserException none) {
            throw new IllegalStateException(none);
        }
    }

    @Override
    public void setRollbackOnly() {
        try {
            current().rollback_only();
        } catch (UserException none) {
            throw new IllegalStateException(none);
        }
    }

    @Override
    public int getStatus() {
        int status = current().get_status().value();
        return status == org.omg.CosTransactions.Status._StatusActive
                ? Status.STATUS_ACTIVE
                : Status.STATUS_ROLLEDBACK; // no caller asks which
    }

    @Override
    public void setTransactionTimeout(int seconds) {
        current().set_timeout(seconds);
    }
}
