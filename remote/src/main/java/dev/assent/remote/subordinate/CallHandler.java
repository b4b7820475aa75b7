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
 * Does the work of calls that come in.
 *
 * <p>Thread safety: called by any thread; does not block, nor throw.
 */
@FunctionalInterface
public interface CallHandler {
    /**
     * Does the work of one call, and decides whether it is part of the transaction that it came with.
     *
     * @param reply is told once what became of it
     */
    void handle(Incoming incoming, Consumer<Result> reply);

    /** What a method makes of its caller's transaction; as {@link Inbound#need}. */
    default TransactionNeed need(String object, Method method) {
        return TransactionNeed.OPTIONAL;
    }

    /** A call that has come in. */
    interface Incoming {
        /** Who calls. */
        Caller from();

        /** What is called. */
        Call call();

        /** Does short work by the thread that has brought the call; null when that must not be kept. */
        @Nullable Executor here();

        /**
         * Makes the work part of the transaction that the call came with.
         *
         * @throws CallRefusedException when that can't be, or there is none
         */
        Joined join() throws CallRefusedException;
    }
}
