package dev.assent.remote.transport;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import java.util.function.Consumer;

/**
 * One remote process over one transport.
 *
 * <p>Thread safety: all methods may be called by any thread. None throws. Except {@link #callAndRead} and {@link
 * #askAndRead}, none blocks for longer than it takes to give bytes to the wire.
 */
public interface Peer {
    /** Its address, as given to the transport. */
    String address();

    /**
     * Calls a method there.
     *
     * @param reply gets the result once, by any thread, perhaps before this returns
     */
    void call(Call call, Consumer<Result> reply);

    /**
     * Calls a method there, as {@link #call} does. The transport may use the calling thread, which waits for the reply
     * anyway, to read it, so that no other thread has to. If the transport has no use for the thread, this returns
     * before the reply.
     */
    default void callAndRead(Call call, Consumer<Result> reply) {
        call(call, reply);
    }

    /**
     * Asks something about a transaction.
     *
     * @param timeoutMillis how long to wait for the answer; at least 1
     * @param reply as for a call
     */
    void ask(Request request, long timeoutMillis, Consumer<Response> reply);

    /** Asks something about a transaction, as {@link #ask}, and lends the calling thread, as {@link #callAndRead}. */
    default void askAndRead(Request request, long timeoutMillis, Consumer<Response> reply) {
        ask(request, timeoutMillis, reply);
    }
}
