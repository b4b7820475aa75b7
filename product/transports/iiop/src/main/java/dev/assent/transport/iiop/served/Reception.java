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
 * What the servants of this process share: the caller's name, the way to the node, and the exceptions for refusals.
 *
 * <p>Thread safety: safe to share; methods act for the request that the calling thread serves.
 *
 * @param orb the ORB of the servants
 * @param inbound takes the calls and requests of others
 * @param rooms bound how many callers wait
 * @param names the names of Assent callers
 * @param watch observes requests and their answers
 */
public record Reception(NodeOrb orb, Inbound inbound, Rooms rooms, CallerNames names, Watch watch) {
    /**
     * Bounds on the callers that wait for answers. Calls may wait for each other's locks, and requests release these
     * locks. So calls and requests have separate bounds.
     *
     * @param calls of exported objects
     * @param requests about transactions
     */
    public record Rooms(Visits calls, Visits requests) {}

    /**
     * The caller. An Assent process is recognized by its key, and its name is a digest of it; strangers can't be told
     * apart. The key does not make a caller a node. Strangers are counted by their hosts.
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

    /** The answer to a request; throws if it is refused or gets none. */
    Response ask(Caller from, Request request) {
        watch.in(from.name(), request);
        Response response = heard(rooms.requests().await(reply -> inbound.ask(from, request, reply)));
        watch.out(from.name(), response);
        return response;
    }

    /** The same for a caller with a reference to a transaction. */
    Response handle(HandleRequest request) {
        Caller from = caller();
        return heard(rooms.requests().await(reply -> inbound.handle(from, request, reply)));
    }

    /** The result of a call; throws if there is no answer. The calling thread does short work itself. */
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

    /** Returns the exception, and adds its text to the reply for an Assent caller. */
    SystemException told(SystemException failure) {
        say(String.valueOf(failure.getMessage()));
        return failure;
    }

    /** Adds a text to the reply, for an Assent caller. */
    void say(String text) {
        reply(ReplyData.text(text));
    }

    /** Adds data to the reply, for an Assent caller. */
    void reply(ReplyData data) {
        orb.baggage().received().reply(data);
    }
}
