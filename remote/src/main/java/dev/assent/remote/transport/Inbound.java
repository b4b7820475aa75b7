package dev.assent.remote.transport;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import java.util.function.Consumer;

/**
 * Takes what other processes send. A transport calls it for each message, in any order and by any thread.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks, and none throws.
 */
public interface Inbound {
    /**
     * A call has come.
     *
     * @param from who has sent it
     * @param reply is told once what became of it, by any thread, also before this returns
     */
    void call(Caller from, Call call, Consumer<Result> reply);

    /** A request has come; as for a call. */
    void ask(Caller from, Request request, Consumer<Response> reply);
}
