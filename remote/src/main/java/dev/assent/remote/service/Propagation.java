package dev.assent.remote.service;

import dev.assent.core.identity.TransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls part of the transaction that the calling thread has.
 *
 * <p>Thread safety: acts for the calling thread.
 */
public interface Propagation {
    /** The thread's transaction; null when it has none. */
    @Nullable Current current();

    /** A transaction, as calls of other processes see it. */
    interface Current {
        /** Its global identity. */
        TransactionId id();

        /**
         * A call is about to be made; {@link #end} must follow when there is a context.
         *
         * @return null when it takes no more work
         */
        @Nullable Context begin(Transport via, String address);

        /** What became of a call, as far as the transaction tells whether a refusal by its kind alone is one. */
        Result judged(Result result);

        /**
         * The call is over: what its reply says of the transaction is taken to heart.
         *
         * @param whenDone is run once that is done, by any thread, also before this returns
         */
        void end(String address, Result result, Runnable whenDone);

        /** Why it takes no more work, to be read after "the transaction". */
        String whyClosed();

        /** Why it can only roll back; null when nothing is known. */
        @Nullable Throwable rollbackCause();
    }
}
