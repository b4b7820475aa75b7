package dev.assent.remote.transport;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what other processes send. A transport calls it for each message, in any order and by any thread; a few threads
 * are enough, since what waits for a database, for the log or for the application is done by the node's workers. Before
 * Java 21, where these are bounded, a request that finds them all busy is worked for by the thread that brings it: the one
 * that ends a transaction must not wait for those who wait for its locks. A call is refused then.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks otherwise, and none throws.
 */
public interface Inbound {
    /**
     * A call has come.
     *
     * <p>Where the wire has no room for what an effect says, the transport does what comes nearest: a reply whose
     * transaction can only roll back is a failure there (TRANSACTION_ROLLEDBACK, a fault).
     *
     * @param from who has sent it
     * @param reply is told once what became of it, by any thread, also before this returns
     */
    void call(Caller from, Call call, Consumer<Result> reply);

    /**
     * A call has come, as by {@link #call}, by a thread that may do its work: another one brings what comes meanwhile. So
     * work that has always been short needs no other thread; what has been long is left to the node's workers.
     *
     * @param here takes the work, which the calling thread does after this has returned; asked before that
     */
    default void callHere(Caller from, Call call, Executor here, Consumer<Result> reply) {
        call(from, call, reply);
    }

    /**
     * A request has come; as for a call.
     *
     * <p>Of a caller that is no node a transport brings only what it vouches for (law 22): a question or an order to a
     * subordinate, a vote and an inquiry carry the key of the very reference that this node made for it, which nobody can
     * guess; a registration carries the context. Whoever is a node is held against the names in the message here.
     */
    void ask(Caller from, Request request, Consumer<Response> reply);

    /**
     * A request has come from who has a reference to a transaction, or to the factory of them; as for a call. Refused where
     * no transactions are served.
     */
    default void handle(Caller from, HandleRequest request, Consumer<Response> reply) {
        reply.accept(Response.Refused.state(request + " is not taken by a process without transactions"));
    }

    /**
     * What a method of an exported object makes of its caller's transaction.
     *
     * @param object its name
     * @param method of the interface by which it is called
     */
    default TransactionNeed need(String object, Method method) {
        return TransactionNeed.OPTIONAL;
    }

    /** The transactions of this process's threads; null in a process without a transaction manager. */
    default @Nullable ThreadTransactions threads() {
        return null;
    }
}
