package dev.assent.remote.service;

import dev.assent.TransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls part of the calling thread's transaction.
 *
 * <p>Thread safety: acts for the calling thread.
 */
public interface Propagation {
    /** The thread's transaction; null if it has none. */
    @Nullable Current current();

    /** A transaction, for calls of other processes. */
    interface Current {
        /** Its global identity. */
        TransactionId id();

        /**
         * Begins a call. If this returns a context, {@link #end} must follow.
         *
         * @return null if the transaction takes no more work
         * @throws IllegalStateException if a resource that the transaction has called begins it: its end would wait for
         *     that call
         */
        @Nullable Context begin(Transport via, String address);

        /** The result of a call, with the transaction's judgement whether a refusal by its kind alone counts as one. */
        Result judged(Result result);

        /**
         * Ends a call: applies the transaction effects that its reply carries.
         *
         * @param whenDone runs after that, by any thread, perhaps before this returns
         */
        void end(String address, Result result, Runnable whenDone);

        /** Why it takes no more work, in words that follow "the transaction". */
        String whyClosed();

        /** Why it can only roll back; null if the cause is unknown. */
        @Nullable Throwable rollbackCause();
    }
}
