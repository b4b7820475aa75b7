package dev.assent.core.jta;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * TransactionSynchronizationRegistry of Jakarta Transactions 2.0, section 5.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 */
public final class JtaSynchronizationRegistry implements TransactionSynchronizationRegistry {
    private final JtaNode node;

    /** The registry of a node. */
    public JtaSynchronizationRegistry(JtaNode node) {
        this.node = node;
    }

    @Override
    public @Nullable Object getTransactionKey() {
        JtaTransaction current = node.context().current;
        return current == null ? null : current.id();
    }

    @Override
    public void putResource(Object key, @Nullable Object value) {
        node.require("put a resource").putRegistryResource(key, value);
    }

    @Override
    public @Nullable Object getResource(Object key) {
        return node.require("get a resource").registryResource(key);
    }

    @Override
    public void registerInterposedSynchronization(Synchronization synchronization) {
        node.require("register a synchronization").registerInterposed(synchronization);
    }

    @Override
    public int getTransactionStatus() {
        JtaTransaction current = node.context().current;
        return current == null ? Status.STATUS_NO_TRANSACTION : current.getStatus();
    }

    @Override
    public void setRollbackOnly() {
        node.require("set rollback-only").setRollbackOnly();
    }

    @Override
    public boolean getRollbackOnly() {
        JtaTransaction current = node.require("ask whether it can only roll back");
        return current.engine().isMarkedRollback() || current.engine().isTimedOut();
    }
}
