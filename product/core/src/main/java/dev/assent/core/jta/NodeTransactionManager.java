package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NotRunningException;
import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.transaction.Terms;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import org.jspecify.annotations.Nullable;

/**
 * TransactionManager and UserTransaction of Jakarta Transactions 2.0, sections 3.1 and 3.2.
 *
 * <p>Suspending and resuming changes the association of threads; it does not touch resources (law 21: suspend touches
 * no resource).
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 */
public final class NodeTransactionManager implements TransactionManager, UserTransaction {
    /** The longest timeout of a transaction: ten years. */
    public static final int TIMEOUT_SECONDS_MAX = 315_360_000;

    private final JtaNode node;

    /** Of the last transaction: most have the same. */
    private volatile Terms terms = Terms.DEFAULT;

    /** The manager of a node. */
    public NodeTransactionManager(JtaNode node) {
        this.node = node;
    }

    @Override
    public void begin() throws NotSupportedException, SystemException {
        ThreadContext context = node.context();
        JtaTransaction current = context.current;
        if (current != null) {
            throw new NotSupportedException(MESSAGES.nestedBegin(current.id()));
        }
        int seconds = context.timeoutSeconds == 0 ? node.timeoutSecondsDefault() : context.timeoutSeconds;
        JtaTransaction transaction = new JtaTransaction(node, seconds, false, null);
        try {
            node.coordinator().begin(terms(seconds * 1000L), transaction, transaction::tie);
        } catch (NotRunningException refused) {
            SystemException told = new SystemException(refused.getMessage());
            told.initCause(refused);
            throw told;
        }
        context.current = transaction;
    }

    private Terms terms(long timeoutMillis) {
        Terms last = terms;
        if (last.timeoutMillis() == timeoutMillis) {
            return last;
        }
        Terms other = new Terms(timeoutMillis, PresumedAbort.INSTANCE);
        terms = other;
        return other;
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        node.require("commit").commit();
    }

    @Override
    public void rollback() throws SystemException {
        node.require("roll back").rollback();
    }

    @Override
    public void setRollbackOnly() {
        node.require("set rollback-only").setRollbackOnly();
    }

    @Override
    public int getStatus() {
        JtaTransaction current = node.context().current;
        return current == null ? Status.STATUS_NO_TRANSACTION : current.getStatus();
    }

    @Override
    public @Nullable JtaTransaction getTransaction() {
        return node.context().current;
    }

    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        ThreadContext context = node.context();
        if (seconds < 0 || seconds > TIMEOUT_SECONDS_MAX) {
            throw new SystemException(MESSAGES.timeoutRefused(seconds, TIMEOUT_SECONDS_MAX, context.timeoutSeconds));
        }
        context.timeoutSeconds = seconds;
    }

    @Override
    public @Nullable Transaction suspend() {
        ThreadContext context = node.context();
        JtaTransaction current = context.current;
        context.current = null;
        return current;
    }

    @Override
    public void resume(@Nullable Transaction transaction) throws InvalidTransactionException {
        ThreadContext context = node.context();
        JtaTransaction current = context.current;
        if (current != null) {
            throw new IllegalStateException(MESSAGES.resumeOver(transaction, current.id()));
        }
        if (transaction instanceof JtaTransaction ours && ours.belongsTo(node) && ours.isResumable()) {
            context.current = ours;
            return;
        }
        throw new InvalidTransactionException(MESSAGES.resumeForeign(transaction));
    }
}
