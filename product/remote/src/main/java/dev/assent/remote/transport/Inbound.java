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
 * Takes the messages of other processes. A transport calls it for each message, in any order and by any thread. A few
 * threads are enough, since the node's workers do all work that waits for a database, the log or the application.
 * Before Java 21 the number of workers is bounded. If all are busy, the calling thread itself handles a request,
 * because a request that ends a transaction must not wait for workers that wait for its locks; a call is then refused.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks otherwise, and none throws.
 */
public interface Inbound {
    /**
     * Takes a call.
     *
     * <p>If the wire can't carry an effect, the transport sends the nearest substitute: a reply whose transaction can
     * only roll back is then a failure (TRANSACTION_ROLLEDBACK, a fault).
     *
     * @param from the sender
     * @param reply gets the result once, by any thread, perhaps before this returns
     */
    void call(Caller from, Call call, Consumer<Result> reply);

    /**
     * Takes a call as {@link #call} does, by a thread that may do the work itself, since another thread reads on. So a
     * method that has always been short needs no change of threads; the node's workers run one that has been long.
     *
     * @param here takes the work, which the calling thread does after this returns; called only before that
     */
    default void callHere(Caller from, Call call, Executor here, Consumer<Result> reply) {
        call(from, call, reply);
    }

    /**
     * Takes a request, as {@link #call} takes a call.
     *
     * <p>If the caller is not a node, the transport passes on only requests whose right it has checked (law 22). A
     * request to a subordinate, a vote and an inquiry carry the key of the reference that this node made for that
     * caller, which nobody can guess; a registration carries the context. If the caller is a node, this checks it
     * against the names in the message.
     */
    void ask(Caller from, Request request, Consumer<Response> reply);

    /**
     * Takes a request of a caller that has a reference to a transaction, or to the factory of transactions; as
     * {@link #call} takes a call. A process without transactions refuses it.
     */
    default void handle(Caller from, HandleRequest request, Consumer<Response> reply) {
        reply.accept(Response.Refused.state(request + " is refused: this process has no transactions"));
    }

    /**
     * Whether a method of an exported object needs, accepts or refuses its caller's transaction.
     *
     * @param object the object's name
     * @param method of the object's interface
     */
    default TransactionNeed need(String object, Method method) {
        return TransactionNeed.OPTIONAL;
    }

    /** The transactions of this process's threads; null in a process without a transaction manager. */
    default @Nullable ThreadTransactions threads() {
        return null;
    }
}
