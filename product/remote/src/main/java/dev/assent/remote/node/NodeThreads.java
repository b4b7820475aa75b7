package dev.assent.remote.node;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.jta.Waiter;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.subordinate.CallRefusedException;
import dev.assent.remote.subordinate.Inflow;
import dev.assent.remote.subordinate.Joined;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.remote.transport.WorkRefusedException.Reason;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a node's threads, as a transport that has joined sees them.
 *
 * <p>Thread safety: as {@link ThreadTransactions}.
 *
 * @param via the transport
 */
record NodeThreads(Parts parts, Inflow inflow, CallGate calls, Transport via) implements ThreadTransactions {
    private static final String REQUEST = "of a JAX-WS or CORBA program";

    /**
     * The parts that it uses.
     *
     * @param coordinator knows all transactions
     * @param manager associates threads with transactions
     * @param waiters make a waiter for the calling thread
     * @param outflow makes other processes part of transactions
     */
    record Parts(Coordinator coordinator, NodeTransactionManager manager, Supplier<Waiter> waiters, Outflow outflow) {
        /** Starts something, and waits until that runs its callback. */
        void await(Consumer<Runnable> something) {
            waiters.get().awaitCallback(something);
        }
    }

    @Override
    public TransactionManager manager() {
        return parts.manager();
    }

    @Override
    public @Nullable Transaction find(TransactionId id) {
        GlobalTransaction known = parts.coordinator().find(id);
        return known != null && known.owner() instanceof JtaTransaction tied ? tied : null;
    }

    // ---- what others send

    @Override
    public Work enter(Caller from, Context context) throws WorkRefusedException {
        String shut = calls.enter(REQUEST);
        if (shut != null) {
            throw new WorkRefusedException(shut, Reason.NOT_READY);
        }
        Joined joined = join(from, context);
        Transaction before = parts.manager().suspend();
        boolean isTied = false;
        try {
            parts.manager().resume(joined.transaction());
            isTied = true;
        } catch (InvalidTransactionException ended) {
            throw new WorkRefusedException(
                    MESSAGES.closedToCalls(REQUEST, joined.engine().id(), "has ended"), Reason.ROLLBACK_ONLY);
        } finally {
            if (!isTied) {
                leave(joined, before);
            }
        }
        return () -> leave(joined, before);
    }

    private Joined join(Caller from, Context context) throws WorkRefusedException {
        try {
            return inflow.join(via, from, context);
        } catch (CallRefusedException refused) {
            calls.leave();
            throw new WorkRefusedException(refused.getMessage(), refused.reason());
        } catch (Throwable failed) {
            calls.leave();
            throw failed;
        }
    }

    private Result leave(Joined joined, @Nullable Transaction before) {
        try {
            Result done = new Result.Returned(null, Result.Effect.NONE);
            Transaction left = parts.manager().suspend();
            if (left != null && left != joined.transaction()) {
                done = leftBehind(joined, (JtaTransaction) left);
            }
            AtomicReference<Result> told = new AtomicReference<>(done);
            Result found = done;
            parts.await(over -> joined.end(found, result -> {
                told.set(result);
                over.run();
            }));
            if (before != null) {
                parts.manager().resume(before);
            }
            return told.get();
        } catch (InvalidTransactionException ended) {
            return new Result.Thrown(
                    new IllegalStateException(MESSAGES.callerEnded(REQUEST, before), ended), false, Result.Effect.NONE);
        } finally {
            calls.leave();
        }
    }

    /** Rolls back a transaction that the work has begun in place of its own, since nobody would end it. */
    private Result leftBehind(Joined joined, JtaTransaction left) {
        IllegalStateException told = new IllegalStateException(MESSAGES.transactionLeft(REQUEST, left.id()));
        try {
            left.rollback();
        } catch (Throwable failed) {
            told.addSuppressed(failed);
        }
        joined.engine().markRollback(told);
        return new Result.Thrown(told, false, Result.Effect.NONE);
    }

    // ---- what this process sends

    @Override
    public @Nullable Errand send(String address) throws WorkRefusedException {
        JtaTransaction transaction = parts.manager().getTransaction();
        if (transaction == null) {
            return null;
        }
        transaction.engine().requireOutside();
        Context context = parts.outflow().begin(transaction.engine(), via, address);
        if (context == null) {
            String closed = transaction.whyClosed();
            throw new WorkRefusedException(
                    MESSAGES.closedToCalls(REQUEST, transaction.id(), closed == null ? "can only roll back" : closed),
                    Reason.ROLLBACK_ONLY);
        }
        Sent sent = new Sent(parts, transaction, address, context);
        if (context.remainingMillis() == 0) {
            String late = MESSAGES.contextExpired(transaction.id());
            sent.done(new Result.Thrown(new IllegalStateException(late), false, Result.Effect.NONE));
            throw new WorkRefusedException(late, Reason.ROLLBACK_ONLY);
        }
        return sent;
    }

    private record Sent(Parts parts, JtaTransaction transaction, String address, Context context) implements Errand {
        @Override
        public void done(Result result) {
            Result judged = Outflow.judged(transaction.engine(), result);
            parts.await(over -> parts.outflow().end(transaction.engine(), address, judged, over));
        }
    }
}
