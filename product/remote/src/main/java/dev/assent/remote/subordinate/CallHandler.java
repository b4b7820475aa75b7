package dev.assent.remote.subordinate;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.TransactionNeed;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the methods that other processes call.
 *
 * <p>Thread safety: called by any thread; does not block, nor throw.
 */
@FunctionalInterface
public interface CallHandler {
    /**
     * Runs one call, and decides whether its work joins the transaction of its context.
     *
     * @param reply gets the result once
     */
    void handle(Incoming incoming, Consumer<Result> reply);

    /** Whether a method needs, accepts or refuses its caller's transaction; as {@link Inbound#need}. */
    default TransactionNeed need(String object, Method method) {
        return TransactionNeed.OPTIONAL;
    }

    /** A call of another process. */
    interface Incoming {
        /** The sender. */
        Caller from();

        /** The call. */
        Call call();

        /** Runs short work by the thread that has read the call; null if that thread must not be delayed. */
        @Nullable Executor here();

        /**
         * Makes the work part of the transaction of the call's context.
         *
         * @throws CallRefusedException if that is not possible, or the call has no context
         */
        Joined join() throws CallRefusedException;
    }
}
