package dev.assent.remote.service;

import dev.assent.TransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.message.OneLine;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a node.
 *
 * @param manager knows each thread's transaction
 * @param outflow makes other processes part of it
 */
record NodePropagation(NodeTransactionManager manager, Outflow outflow) implements Propagation {
    @Override
    public @Nullable Current current() {
        JtaTransaction transaction = manager.getTransaction();
        return transaction == null ? null : new Here(transaction, outflow);
    }

    private record Here(JtaTransaction transaction, Outflow outflow) implements Current {
        @Override
        public TransactionId id() {
            return transaction.id();
        }

        @Override
        public @Nullable Context begin(Transport via, String address) {
            transaction.engine().requireOutside();
            return outflow.begin(transaction.engine(), via, address);
        }

        @Override
        public Result judged(Result result) {
            return Outflow.judged(transaction.engine(), result);
        }

        @Override
        public void end(String address, Result result, Runnable whenDone) {
            outflow.end(transaction.engine(), address, result, whenDone);
        }

        @Override
        public String whyClosed() {
            String closed = transaction.whyClosed();
            return closed == null ? "can only roll back: " + OneLine.of(rollbackCause()) : closed;
        }

        @Override
        public @Nullable Throwable rollbackCause() {
            return transaction.engine().rollbackCause();
        }
    }
}
