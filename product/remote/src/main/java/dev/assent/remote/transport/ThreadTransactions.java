package dev.assent.remote.transport;

import dev.assent.TransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of this process's threads, for a transport whose programs have their own stubs and servants, such as
 * an ORB's: their requests do not come as a {@link dev.assent.remote.message.Call}.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 */
public interface ThreadTransactions {
    /** Begins and ends transactions, and associates them with threads. */
    TransactionManager manager();

    /** This node's transaction with an identity, if a thread can be associated with it; null if there is none. */
    @Nullable Transaction find(TransactionId id);

    /**
     * The calling thread begins to serve a request, as part of the transaction of the request's context.
     *
     * @throws WorkRefusedException if that is not possible; nothing was done
     */
    Work enter(Caller from, Context context) throws WorkRefusedException;

    /** The work of a thread for a request. */
    @FunctionalInterface
    interface Work {
        /**
         * Ends the work: the thread has its earlier transaction again. Called once, by the same thread, which waits
         * until the superior knows of the work.
         *
         * @return the transaction effect for the reply; {@link Result.Thrown} if the request fails because of the
         *     transaction
         */
        Result leave();
    }

    /**
     * The calling thread is about to send a request to the process at an address.
     *
     * @return null if the thread has no transaction
     * @throws WorkRefusedException if its transaction takes no more work; nothing may be sent
     */
    @Nullable Errand send(String address) throws WorkRefusedException;

    /** A request that goes as part of a transaction. */
    interface Errand {
        /** The context to send with the request. */
        Context context();

        /** Takes the result of the request. Called once; waits until the transaction has applied it. */
        void done(Result result);
    }
}
