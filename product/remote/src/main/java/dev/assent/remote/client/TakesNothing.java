package dev.assent.remote.client;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import java.util.function.Consumer;

/** Refuses all calls and requests to a client. */
public enum TakesNothing implements Inbound {
    /** The only instance. */
    INSTANCE;

    @Override
    public void call(Caller from, Call call, Consumer<Result> reply) {
        String text = MESSAGES.clientTakesNothing(call, from.name());
        reply.accept(new Result.Thrown(new ServiceRefusedException(text, null), false, Result.Effect.NONE));
    }

    @Override
    public void ask(Caller from, Request request, Consumer<Response> reply) {
        String text = MESSAGES.clientTakesNothing(request, from.name());
        reply.accept(new Response.Refused(Response.Why.NOT_MINE, text));
    }
}
