package dev.assent.transport.nativewire;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import java.util.function.Consumer;

/** Takes nothing, and says so. */
final class Refusing implements Inbound {
    @Override
    public void call(Caller from, Call call, Consumer<Result> reply) {
        reply.accept(new Result.Thrown(new IllegalStateException("refused"), false, Result.Effect.NONE));
    }

    @Override
    public void ask(Caller from, Request request, Consumer<Response> reply) {
        reply.accept(new Response.Refused(Response.Why.STATE, "refused"));
    }
}
