package dev.assent.transport.soap.assembly;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Peer;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.reference.EndpointAddress;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Another process, or an endpoint of it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class SoapPeer implements Peer {
    private final To to;
    private final long requestMillisMax;
    private final Supplier<@Nullable Ends> ends;

    /**
     * Its address.
     *
     * @param endpoint null for a process
     */
    record To(String address, HttpUrl place, @Nullable EndpointAddress endpoint) {}

    /**
     * A peer.
     *
     * @param ends sends the messages; null while the transport is not open
     */
    SoapPeer(To to, long requestMillisMax, Supplier<@Nullable Ends> ends) {
        this.to = to;
        this.requestMillisMax = requestMillisMax;
        this.ends = ends;
    }

    @Override
    public String address() {
        return to.address();
    }

    @Override
    public void call(Call call, Consumer<Result> reply) {
        Ends open = ends.get();
        if (open == null) {
            reply.accept(new Result.Unanswered(false, closed()));
        } else {
            open.calls().call(to.place(), call, reply);
        }
    }

    @Override
    public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
        Ends open = ends.get();
        EndpointAddress endpoint = to.endpoint();
        long millis = Math.max(1, Math.min(timeoutMillis, requestMillisMax));
        if (open == null) {
            reply.accept(new Response.Unanswered(false, closed()));
        } else if (endpoint == null) {
            open.askProcess(to.place(), request, millis, reply);
        } else {
            open.askEndpoint(endpoint, request, millis, reply);
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException(MESSAGES.closed());
    }
}
