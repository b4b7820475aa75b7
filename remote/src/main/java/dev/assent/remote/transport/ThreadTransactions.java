package dev.assent.remote.transport;

import dev.assent.core.identity.TransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of the threads of this process, for a transport whose programs have stubs and servants of their own, as
 * those of an ORB have: what they send and serve does not come as a {@link dev.assent.remote.message.Call}.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 */
public interface ThreadTransactions {
    /** Begins and ends them, and ties them to threads. */
    TransactionManager manager();

    /** The transaction of this node with an identity, that can be tied to a thread; null when there is none. */
    @Nullable Transaction find(TransactionId id);

    /**
     * The calling thread begins to serve a request, as part of the transaction that the request came with.
     *
     * @throws WorkRefusedException when that can't be; nothing was done
     */
    Work enter(Caller from, Context context) throws WorkRefusedException;

    /** What a thread does for a request. */
    @FunctionalInterface
    interface Work {
        /**
         * It is over: the thread has the transaction again that it had before. Called once, by the same thread, which waits
         * until who decides knows of the work.
         *
         * @return what the reply says of the transaction; {@link Result.Thrown} when the request has failed by that
         */
        Result leave();
    }

    /**
     * The calling thread is about to send a request to the process at an address.
     *
     * @return null when it has no transaction
     * @throws WorkRefusedException when its transaction takes no more work; nothing may be sent
     */
    @Nullable Errand send(String address) throws WorkRefusedException;

    /** A request that goes as part of a transaction. */
    interface Errand {
        /** What goes with it. */
        Context context();

        /** It has ended so. Called once; waits until the transaction knows. */
        void done(Result result);
    }
}
