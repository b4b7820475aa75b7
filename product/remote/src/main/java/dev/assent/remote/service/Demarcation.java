package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.TimedOutException;
import dev.assent.core.foreign.Failure;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.jta.MarkedRollback;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.ServiceRefusedException.Reason;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Does work as part of a transaction, and treats its exceptions as Jakarta EE says: an application exception reaches
 * the caller as itself, and rolls back only if it is declared to. Any other exception rolls back, and the caller gets a
 * {@link RemoteFailureException} (Jakarta Enterprise Beans 4.0, section 9).
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 *
 * @param manager associates the thread with transactions
 */
record Demarcation(NodeTransactionManager manager) {
    /** Work that runs while the thread is associated with a transaction, or with none. */
    @FunctionalInterface
    interface Body {
        @Nullable Object run() throws Throwable;
    }

    /** The refusal that an attribute demands. */
    static ServiceRefusedException refusal(CallName call, CallTransaction attribute) {
        return attribute == CallTransaction.NEVER
                ? new ServiceRefusedException(MESSAGES.transactionUnwanted(call), null, Reason.TRANSACTION_UNWANTED)
                : new ServiceRefusedException(MESSAGES.transactionNeeded(call), null, Reason.TRANSACTION_NEEDED);
    }

    /**
     * Runs work as part of the thread's transaction.
     *
     * @param callers that transaction; null if the thread has none
     */
    @Nullable Object inside(@Nullable JtaTransaction callers, Work work) throws Throwable {
        try {
            return work.run();
        } catch (Throwable thrown) {
            boolean isApplications = work.method().isApplications(thrown);
            if (callers != null && (!isApplications || ExportedMethod.isRollback(thrown))) {
                callers.engine().markRollback(thrown);
            }
            if (isApplications) {
                throw thrown;
            }
            throw new RemoteFailureException(
                    callers == null
                            ? MESSAGES.callFailedAlone(work.call(), thrown)
                            : MESSAGES.callFailed(work.call(), thrown, callers.id()),
                    thrown);
        }
    }

    /** Runs work in a transaction of its own; the thread has none. */
    @Nullable Object own(Work work) throws Throwable {
        JtaTransaction own = begin(work);
        @Nullable Object value;
        try {
            value = work.run();
        } catch (Throwable thrown) {
            boolean isApplications = work.method().isApplications(thrown);
            if (isApplications && !ExportedMethod.isRollback(thrown)) {
                end(own, work, thrown);
                throw thrown;
            }
            rollBack(own, thrown);
            throw isApplications
                    ? thrown
                    : new RemoteFailureException(MESSAGES.callFailedOwn(work.call(), thrown, own.id()), thrown);
        }
        end(own, work, null);
        return value;
    }

    private JtaTransaction begin(Work work) {
        try {
            manager.begin();
        } catch (NotSupportedException | SystemException refused) {
            throw new ServiceRefusedException(
                    MESSAGES.ownNotBegun(work.call(), refused.getMessage()), refused, Reason.NOT_READY);
        }
        return Objects.requireNonNull(manager.getTransaction());
    }

    /** Commits; or rolls back without an error if the application itself has marked the transaction. */
    private static void end(JtaTransaction own, Work work, @Nullable Throwable thrown) {
        try {
            Throwable cause = own.engine().rollbackCause();
            if (cause instanceof MarkedRollback
                    || cause instanceof TimedOutException && cause.getCause() instanceof MarkedRollback) {
                own.rollback();
            } else {
                own.commit();
            }
        } catch (Exception notCommitted) { // each says that it is not committed, or not known to be
            RemoteFailureException told = new RemoteFailureException(
                    MESSAGES.ownNotCommitted(work.call(), own.id(), notCommitted.getMessage()), notCommitted);
            if (thrown != null) {
                told.addSuppressed(thrown);
            }
            throw told;
        }
    }

    private static void rollBack(JtaTransaction own, Throwable because) {
        own.engine().markRollback(because);
        try {
            own.rollback();
        } catch (Throwable failed) {
            Failure.suppress(because, failed);
        }
    }

    /**
     * Runs work while the thread is associated with another transaction, and then restores the thread's own.
     *
     * @param during the other transaction; null for none
     */
    @Nullable Object tied(CallName call, @Nullable JtaTransaction during, Body body) throws Throwable {
        Transaction before = manager.suspend();
        @Nullable Object value = null;
        @Nullable Throwable failure = null;
        try {
            tie(call, during);
            value = body.run();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        failure = left(call, during, failure);
        try {
            if (before != null) {
                manager.resume(before);
            }
        } catch (InvalidTransactionException ended) {
            failure = with(new RemoteFailureException(MESSAGES.callerEnded(call, before), ended), failure);
        }
        if (failure != null) {
            throw failure;
        }
        return value;
    }

    /** Resets the thread's timeout, since its next work is another caller's, which has not set one. */
    void forgetTimeout() {
        try {
            manager.setTransactionTimeout(0);
        } catch (SystemException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void tie(CallName call, @Nullable JtaTransaction during) {
        if (during == null) {
            return;
        }
        try {
            manager.resume(during);
        } catch (InvalidTransactionException ended) {
            throw new ServiceRefusedException(MESSAGES.closedToCalls(call, during.id(), "has ended"), ended);
        }
    }

    /** Dissociates the thread, and rolls back a transaction that the method began and did not end. */
    private @Nullable Throwable left(CallName call, @Nullable JtaTransaction during, @Nullable Throwable failure) {
        Transaction now = manager.suspend();
        if (!(now instanceof JtaTransaction left) || left.equals(during)) {
            return failure;
        }
        RemoteFailureException told = new RemoteFailureException(MESSAGES.transactionLeft(call, left.id()), null);
        rollBack(left, told);
        if (during != null) {
            during.engine().markRollback(told);
        }
        return with(told, failure);
    }

    private static RemoteFailureException with(RemoteFailureException told, @Nullable Throwable before) {
        if (before != null) {
            told.addSuppressed(before);
        }
        return told;
    }
}
