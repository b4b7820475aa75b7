package dev.assent.remote.stranger;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A process that is not one of our nodes. A test sets its answers in advance, and it keeps the messages that it gets.
 * As a superior it has no name; as a participant its address is its name. Not thread-safe.
 */
final class Stranger implements Inbound, AutoCloseable {
    private final Transport transport;
    private final List<Request> heard = new ArrayList<>();
    private final Map<RemoteVerb, Response> answers = new EnumMap<>(RemoteVerb.class);
    private final Map<RemoteVerb, Runnable> meanwhile = new EnumMap<>(RemoteVerb.class);
    private Function<Request, Response> otherwise = request -> new Response.Registered(null);

    /** A stranger that answers PREPARED to prepare, and DONE to everything else. */
    Stranger(LocalNetwork network, String name) {
        this(network, name, null);
    }

    /** The same, by a wire that knows it for a node of ours. */
    Stranger(LocalNetwork network, String name, @Nullable NodeId node) {
        transport = network.transport(name, node);
        transport.open(this);
        for (RemoteVerb each : RemoteVerb.values()) {
            answers(each, each == RemoteVerb.PREPARE ? Answer.PREPARED : Answer.DONE);
        }
    }

    String address() {
        return String.valueOf(transport.address());
    }

    /** The requests that it has got, from the first one on. */
    List<Request> heard() {
        return heard;
    }

    /** The verbs that it was asked as a participant. */
    List<RemoteVerb> verbs() {
        return heard.stream()
                .filter(Request.Ask.class::isInstance)
                .map(each -> ((Request.Ask) each).verb())
                .toList();
    }

    void answers(RemoteVerb verb, Answer answer) {
        answers.put(verb, new Response.Answered(answer));
    }

    void refuses(RemoteVerb verb, Response.Why why) {
        answers.put(verb, new Response.Refused(why, "refused by the test"));
    }

    /** Something that happens before it answers. */
    void meanwhile(RemoteVerb verb, Runnable happens) {
        meanwhile.put(verb, happens);
    }

    /** Sets its answer to anything but verbs. */
    void answersOthers(Function<Request, Response> answer) {
        otherwise = answer;
    }

    @Override
    public void call(Caller from, Call call, Consumer<Result> reply) {
        throw new UnsupportedOperationException("a stranger is not called by our calls");
    }

    @Override
    public void ask(Caller from, Request request, Consumer<Response> reply) {
        heard.add(request);
        if (request instanceof Request.Ask ask && meanwhile.containsKey(ask.verb())) {
            meanwhile.get(ask.verb()).run();
        }
        reply.accept(request instanceof Request.Ask ask ? answers.get(ask.verb()) : otherwise.apply(request));
    }

    /** Asks a node; the answer, which comes at once. */
    Response asks(String node, Request request) {
        List<Response> answer = new ArrayList<>(1);
        transport.peer(node).ask(request, 1000, answer::add);
        return answer.get(0);
    }

    /** Calls a node; the reply, which comes at once. */
    Result calls(String node, Call call) {
        List<Result> result = new ArrayList<>(1);
        transport.peer(node).call(call, result::add);
        return result.get(0);
    }

    /** Tells a subordinate at a node what to do. */
    Answer tells(String node, RemoteVerb verb, BranchRef branch) {
        Response response = asks(node, new Request.Ask(verb, branch));
        if (response instanceof Response.Answered answered) {
            return answered.answer();
        }
        throw new IllegalStateException(response.toString());
    }

    /** Registers with a node as a participant. */
    Response registers(String node, TransactionId id, LocalTransactionId superior, Interest... interests) {
        return asks(node, registration(id, superior, 0, interests));
    }

    /** The message with which it registers. */
    Request.Register registration(TransactionId id, LocalTransactionId superior, int number, Interest... interests) {
        return new Request.Register(
                superior, new Registration(BranchRef.ofStranger(id, address()), address(), Set.of(interests)), number);
    }

    /** A context of its own transactions. */
    Context context(TransactionId id) {
        return new Context(id, new SuperiorRef(null, address()), 60_000, null);
    }

    @Override
    public void close() {
        transport.close();
    }
}
