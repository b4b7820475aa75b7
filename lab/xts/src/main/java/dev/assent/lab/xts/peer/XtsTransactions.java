package dev.assent.lab.xts.peer;

import com.arjuna.mw.wst11.TransactionManagerFactory;
import com.arjuna.mw.wst11.UserTransactionFactory;
import com.arjuna.wst.TransactionRolledBackException;
import com.arjuna.wst.UnknownTransactionException;
import com.arjuna.wst.WrongStateException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

/** XTS's own demarcation, by the words of Jakarta Transactions. Thread safety: safe to share; a timeout is its thread's. */
final class XtsTransactions implements UserTransaction {
    private final ThreadLocal<Integer> timeoutSeconds = ThreadLocal.withInitial(() -> 0);

    @Override
    public void begin() throws NotSupportedException, SystemException {
        try {
            UserTransactionFactory.userTransaction().begin(timeoutSeconds.get());
        } catch (WrongStateException nested) {
            throw new NotSupportedException(nested.toString());
        } catch (com.arjuna.wst.SystemException failed) {
            throw new SystemException(failed.toString());
        }
    }

    @Override
    public void commit() throws RollbackException, SystemException {
        try {
            UserTransactionFactory.userTransaction().commit();
        } catch (TransactionRolledBackException rolledBack) {
            throw new RollbackException(rolledBack.toString());
        } catch (UnknownTransactionException | WrongStateException | com.arjuna.wst.SystemException untold) {
            throw new SystemException(untold.toString());
        }
    }

    @Override
    public void rollback() throws SystemException {
        try {
            UserTransactionFactory.userTransaction().rollback();
        } catch (UnknownTransactionException | WrongStateException | com.arjuna.wst.SystemException untold) {
            throw new SystemException(untold.toString());
        }
    }

    @Override
    public void setRollbackOnly() {
        throw new UnsupportedOperationException("WS-AtomicTransaction has no such thing");
    }

    /** Whether there is one: no caller here asks for more. */
    @Override
    public int getStatus() throws SystemException {
        try {
            return TransactionManagerFactory.transactionManager().currentTransaction() == null
                    ? Status.STATUS_NO_TRANSACTION
                    : Status.STATUS_ACTIVE;
        } catch (com.arjuna.wst.SystemException untold) {
            throw new SystemException(untold.toString());
        }
    }

    @Override
    public void setTransactionTimeout(int seconds) {
        timeoutSeconds.set(seconds);
    }
}
