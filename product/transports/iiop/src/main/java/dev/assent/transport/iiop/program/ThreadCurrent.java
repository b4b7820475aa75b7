package dev.assent.transport.iiop.program;

import dev.assent.TransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.transport.iiop.ots.Refusals;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSACTION_UNAVAILABLE;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Current;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.InvalidControl;
import org.omg.CosTransactions.NoTransaction;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.SubtransactionsUnavailable;

/**
 * The transaction of the calling thread (Transaction Service 1.4, Current interface). It is the same that the thread
 * has by Jakarta Transactions. A Control is a reference that may be passed on, and a thread can resume any transaction
 * of this node. There are no nested transactions.
 *
 * <p>Thread safety: safe to share; methods act for the calling thread.
 */
public final class ThreadCurrent extends LocalObject implements Current {
    private static final long serialVersionUID = 1L;

    private final transient AtomicReference<@Nullable Programs> programs;
    private final transient ThreadLocal<Integer> timeoutSeconds = ThreadLocal.withInitial(() -> 0);

    /** {@code programs} is the node, as programs see it; empty until the transport is open. */
    public ThreadCurrent(AtomicReference<@Nullable Programs> programs) {
        this.programs = programs;
    }

    private Programs node() {
        Programs now = programs.get();
        if (now == null || now.threads() == null) {
            throw new TRANSACTION_UNAVAILABLE(
                    "the process has no transaction manager, or is not open", 0, CompletionStatus.COMPLETED_NO);
        }
        return now;
    }

    private ThreadTransactions threads() {
        return Objects.requireNonNull(node().threads());
    }

    private TransactionManager manager() {
        return threads().manager();
    }

    private @Nullable JtaTransaction current() {
        try {
            return (JtaTransaction) manager().getTransaction();
        } catch (SystemException failed) {
            throw internal(failed);
        }
    }

    private static INTERNAL internal(Exception failed) {
        return new INTERNAL(failed.toString(), 0, CompletionStatus.COMPLETED_MAYBE);
    }

    /** Only the process that began a transaction ends it, not one that got it with a request. */
    private static NO_PERMISSION notYours(Exception refused) {
        return new NO_PERMISSION(refused.getMessage(), 0, CompletionStatus.COMPLETED_NO);
    }

    // ---- begin and end

    @Override
    public void begin() throws SubtransactionsUnavailable {
        try {
            manager().begin();
        } catch (NotSupportedException nested) {
            throw new SubtransactionsUnavailable();
        } catch (SystemException refused) {
            throw new TRANSACTION_UNAVAILABLE(refused.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }

    private void check() throws NoTransaction {
        if (current() == null) {
            throw new NoTransaction();
        }
    }

    @Override
    public void commit(boolean isToReport) throws NoTransaction, HeuristicMixed {
        check();
        try {
            manager().commit();
        } catch (RollbackException rolledBack) {
            throw new TRANSACTION_ROLLEDBACK(rolledBack.getMessage(), 0, CompletionStatus.COMPLETED_YES);
        } catch (HeuristicMixedException | HeuristicRollbackException heuristic) {
            if (isToReport) {
                throw new HeuristicMixed();
            }
        } catch (SecurityException | IllegalStateException refused) {
            throw notYours(refused);
        } catch (SystemException unknown) {
            throw Refusals.outcomeUnknown(unknown.getMessage());
        }
    }

    @Override
    public void rollback() throws NoTransaction {
        check();
        try {
            manager().rollback();
        } catch (SecurityException | IllegalStateException refused) {
            throw notYours(refused);
        } catch (SystemException failed) {
            throw internal(failed);
        }
    }

    @Override
    public void rollback_only() throws NoTransaction {
        check();
        try {
            manager().setRollbackOnly();
        } catch (SystemException failed) {
            throw internal(failed);
        }
    }

    // ---- the current transaction

    @Override
    public Status get_status() {
        try {
            return switch (manager().getStatus()) {
                case jakarta.transaction.Status.STATUS_ACTIVE -> Status.StatusActive;
                case jakarta.transaction.Status.STATUS_MARKED_ROLLBACK -> Status.StatusMarkedRollback;
                case jakarta.transaction.Status.STATUS_PREPARED -> Status.StatusPrepared;
                case jakarta.transaction.Status.STATUS_COMMITTED -> Status.StatusCommitted;
                case jakarta.transaction.Status.STATUS_ROLLEDBACK -> Status.StatusRolledBack;
                case jakarta.transaction.Status.STATUS_NO_TRANSACTION -> Status.StatusNoTransaction;
                case jakarta.transaction.Status.STATUS_PREPARING -> Status.StatusPreparing;
                case jakarta.transaction.Status.STATUS_COMMITTING -> Status.StatusCommitting;
                case jakarta.transaction.Status.STATUS_ROLLING_BACK -> Status.StatusRollingBack;
                default -> Status.StatusUnknown;
            };
        } catch (SystemException failed) {
            throw internal(failed);
        }
    }

    /** Empty if there is none. */
    @Override
    public String get_transaction_name() {
        JtaTransaction current = current();
        return current == null ? "" : current.id().toString();
    }

    @Override
    public void set_timeout(int seconds) {
        try {
            manager().setTransactionTimeout(seconds);
            timeoutSeconds.set(seconds);
        } catch (SystemException refused) {
            throw new BAD_PARAM(refused.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }

    /** The last value set on this thread; 0 for the node's own default. */
    @Override
    public int get_timeout() {
        return timeoutSeconds.get();
    }

    // ---- threads

    /** Null if there is none. */
    @Override
    public @Nullable Control get_control() {
        JtaTransaction current = current();
        return current == null
                ? null
                : node().control(
                                current.id(),
                                Objects.requireNonNull(
                                        current.engine().forDecision().askedId()));
    }

    @Override
    public @Nullable Control suspend() {
        Control control = get_control();
        try {
            manager().suspend();
        } catch (SystemException failed) {
            throw internal(failed);
        }
        return control;
    }

    /** Gives the thread this transaction instead of its own; none for null. */
    @Override
    public void resume(@Nullable Control which) throws InvalidControl {
        Transaction next = null;
        if (which != null) {
            TransactionId id = node().transaction(which);
            next = id == null ? null : threads().find(id);
            if (next == null) {
                throw new InvalidControl();
            }
        }
        try {
            Transaction before = manager().suspend();
            if (next != null) {
                resume(next, before);
            }
        } catch (SystemException failed) {
            throw internal(failed);
        }
    }

    private void resume(Transaction next, @Nullable Transaction before) throws InvalidControl, SystemException {
        try {
            manager().resume(next);
        } catch (InvalidTransactionException over) {
            try {
                if (before != null) {
                    manager().resume(before);
                }
            } catch (InvalidTransactionException overToo) {
                throw internal(overToo);
            }
            throw new InvalidControl();
        }
    }
}
