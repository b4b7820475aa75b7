package dev.assent.transport.iiop.stranger;

import dev.assent.core.commit.Step;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import java.util.function.Consumer;
import java.util.function.Function;

/** Answers requests as a test says; every transaction is active. */
record AnsweringInbound(Function<Request, Response> answers) implements Inbound {
    private static final long REMAINING_MILLIS = 60_000;

    @Override
    public void call(Caller from, Call call, Consumer<Result> reply) {
        throw new AssertionError("nobody calls");
    }

    @Override
    public void ask(Caller from, Request request, Consumer<Response> reply) {
        reply.accept(answers.apply(request));
    }

    @Override
    public void handle(Caller from, HandleRequest request, Consumer<Response> reply) {
        reply.accept(new Response.Seen(Step.ACTIVE, false, false, REMAINING_MILLIS));
    }
}
