package dev.assent.remote.transport;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import java.util.function.Consumer;

/**
 * One remote process over one transport.
 *
 * <p>Thread safety: all methods may be called by any thread; but for {@link #callAndRead} and {@link
 * #askAndRead} none blocks for longer than it
 * takes to hand bytes to the wire, and none throws.
 */
public interface Peer {
    /** Where it is, as the transport was asked for it. */
    String address();

    /**
     * Calls a method there.
     *
     * @param reply is told once what became of it, by any thread, also before this returns
     */
    void call(Call call, Consumer<Result> reply);

    /**
     * Calls a method there, as {@link #call}, and lets the transport use the calling thread, which has nothing to do until
     * the reply is there: to read it, so that no other thread has to. Returns before that when the transport has no use
     * for the thread.
     */
    default void callAndRead(Call call, Consumer<Result> reply) {
        call(call, reply);
    }

    /**
     * Asks something about a transaction.
     *
     * @param timeoutMillis how long its answer is waited for; at least 1
     * @param reply as for a call
     */
    void ask(Request request, long timeoutMillis, Consumer<Response> reply);

    /** Asks something about a transaction, as {@link #ask}, and lends the calling thread, as {@link #callAndRead}. */
    default void askAndRead(Request request, long timeoutMillis, Consumer<Response> reply) {
        ask(request, timeoutMillis, reply);
    }
}
