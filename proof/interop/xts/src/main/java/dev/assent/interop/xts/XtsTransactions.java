package dev.assent.interop.xts;

import com.arjuna.mw.wst11.UserTransactionFactory;
import com.arjuna.wst.TransactionRolledBackException;
import com.arjuna.wst.UnknownTransactionException;
import com.arjuna.wst.WrongStateException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

/** XTS's own demarcation, by the words of Jakarta Transactions. Thread safety: used by one thread. */
final class XtsTransactions implements UserTransaction {
    private final XtsBooks books;
    private int seconds;

    /** Those of a process with books. */
    XtsTransactions(XtsBooks books) {
        this.books = books;
    }

    /** XTS counts the time of a transaction in seconds. */
    @Override
    public void setTransactionTimeout(int newSeconds) {
        seconds = newSeconds;
    }

    @Override
    public void begin() throws SystemException {
        books.begin();
        try {
            UserTransactionFactory.userTransaction().begin(seconds);
        } catch (WrongStateException | com.arjuna.wst.SystemException failed) {
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

    /** WS-AtomicTransaction does not tell; the books of this process hear when it is rolled back. */
    @Override
    public int getStatus() {
        return books.isRolledBack() ? Status.STATUS_ROLLEDBACK : Status.STATUS_ACTIVE;
    }
}
