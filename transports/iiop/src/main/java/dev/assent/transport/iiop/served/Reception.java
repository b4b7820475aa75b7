package dev.assent.transport.iiop.served;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.orb.Watch;
import dev.assent.transport.iiop.ots.Refusals;
import java.util.ArrayList;
import java.util.List;
import org.omg.CORBA.SystemException;

/**
 * What all objects of this process need: who calls, how it is asked for, what is told when that is refused.
 *
 * <p>Thread safety: safe to share; methods act for the request that the calling thread serves.
 *
 * @param orb whose objects they are
 * @param inbound takes what others send
 * @param rooms where those wait who have asked
 * @param names of callers of ours
 * @param watch is told of requests and of what is answered
 */
public record Reception(NodeOrb orb, Inbound inbound, Rooms rooms, CallerNames names, Watch watch) {
    /**
     * Who waits for answers: calls, which may wait for each other's locks, keep no room from requests, by which these are let
     * go.
     *
     * @param calls of exported objects
     * @param requests about transactions
     */
    public record Rooms(Visits calls, Visits requests) {}

    /**
     * Who calls: who is of ours is known again by its key, of which the name is a digest; strangers can't be told apart.
     * Nobody is a node by that. Strangers are counted by their hosts.
     */
    public Caller caller() {
        Baggage.Received received = orb.baggage().received();
        byte[] key = received.callerKey();
        String name = names.of(key);
        if (received.from().isEmpty()) {
            return new Caller(null, name);
        }
        return key == null ? Caller.ofHost(name, received.from()) : Caller.ofOwnKey(name, received.from());
    }

    /** The answer to a request; thrown when it is refused, or does not come. */
    Response ask(Caller from, Request request) {
        watch.in(from.name(), request);
        Response response = heard(rooms.requests().await(reply -> inbound.ask(from, request, reply)));
        watch.out(from.name(), response);
        return response;
    }

    /** The same for who has a reference to a transaction. */
    Response handle(HandleRequest request) {
        Caller from = caller();
        return heard(rooms.requests().await(reply -> inbound.handle(from, request, reply)));
    }

    /** What became of a call; thrown when there is no answer. Short work is done by the thread that asks for it. */
    public Result call(Call call) {
        Caller from = caller();
        watch.in(from.name(), call);
        Result result = rooms.calls().await(reply -> {
            List<Runnable> here = new ArrayList<>(1);
            inbound.callHere(from, call, here::add, reply);
            here.forEach(Runnable::run);
        });
        if (result instanceof Result.Unanswered lost) {
            throw told(Refusals.exception(new Response.Unanswered(lost.mayHaveArrived(), lost.cause())));
        }
        watch.out(from.name(), result);
        return result;
    }

    private Response heard(Response response) {
        if (response instanceof Response.Unanswered lost) {
            throw told(Refusals.exception(lost));
        }
        if (response instanceof Response.Refused refused && refused.why() != Response.Why.STATE) {
            throw told(Refusals.exception(refused));
        }
        return response;
    }

    /** A system exception, with what it says in words for a caller of ours. */
    SystemException told(SystemException failure) {
        say(String.valueOf(failure.getMessage()));
        return failure;
    }

    /** Says something in words with the reply, to a caller of ours. */
    void say(String text) {
        reply(ReplyData.text(text));
    }

    /** Says something with the reply, to a caller of ours. */
    void reply(ReplyData data) {
        orb.baggage().received().reply(data);
    }
}
