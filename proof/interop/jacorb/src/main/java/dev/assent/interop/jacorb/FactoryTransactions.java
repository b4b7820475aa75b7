package dev.assent.interop.jacorb;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.ORB;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.UserException;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.Inactive;
import org.omg.CosTransactions.Terminator;
import org.omg.CosTransactions.TransactionFactory;

/**
 * A TransactionFactory by the words of Jakarta Transactions: a client that manages its context itself (OTS 1.4, direct
 * context management). Thread safety: used by one thread, which has one transaction at most.
 */
final class FactoryTransactions implements UserTransaction {
    private final ORB orb;
    private final TransactionFactory factory;
    private int timeoutSeconds;
    private @Nullable Begun begun;

    /** Begins at a factory. */
    FactoryTransactions(ORB orb, TransactionFactory factory) {
        this.orb = orb;
        this.factory = factory;
    }

    /**
     * The transaction that there is.
     *
     * @param context of it, encoded once
     */
    private record Begun(Coordinator coordinator, Terminator terminator, byte[] context) {}

    private Begun begun() {
        Begun now = begun;
        if (now == null) {
            throw new IllegalStateException("there is no transaction");
        }
        return now;
    }

    /** The coordinator of the current transaction. */
    Coordinator coordinator() {
        return begun().coordinator();
    }

    /** The context that calls carry. */
    byte[] context() {
        return begun().context();
    }

    @Override
    public void begin() throws NotSupportedException, SystemException {
        if (begun != null) {
            throw new NotSupportedException("there is a transaction");
        }
        Control control = factory.create(timeoutSeconds);
        try {
            Coordinator coordinator = control.get_coordinator();
            begun = new Begun(
                    coordinator, control.get_terminator(), Propagation.encode(orb, coordinator.get_txcontext()));
        } catch (UserException refused) {
            throw new SystemException(refused.toString());
        }
    }

    @Override
    public void commit() throws RollbackException, HeuristicMixedException {
        Begun ended = begun();
        begun = null;
        try {
            ended.terminator().commit(true);
        } catch (TRANSACTION_ROLLEDBACK rolledBack) {
            throw new RollbackException(rolledBack.toString());
        } catch (HeuristicMixed | HeuristicHazard heuristic) {
            throw new HeuristicMixedException(heuristic.toString());
        }
    }

    @Override
    public void rollback() {
        Begun ended = begun();
        begun = null;
        ended.terminator().rollback();
    }

    @Override
    public void setRollbackOnly() {
        try {
            begun().coordinator().rollback_only();
        } catch (Inactive ending) {
            throw new IllegalStateException(ending);
        }
    }

    @Override
    public int getStatus() {
        Begun now = begun;
        try {
            return now != null && now.coordinator().get_status().value() == org.omg.CosTransactions.Status._StatusActive
                    ? Status.STATUS_ACTIVE
                    : Status.STATUS_ROLLEDBACK; // no caller asks which
        } catch (OBJECT_NOT_EXIST gone) {
            return Status.STATUS_NO_TRANSACTION;
        }
    }

    @Override
    public void setTransactionTimeout(int seconds) {
        timeoutSeconds = seconds;
    }
}
