package dev.assent.transport.soap.assembly;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.client.Initiators;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordinator.Coordination;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.http.Receiver;
import dev.assent.transport.soap.messaging.Exchanges;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.messaging.SoapFront;
import dev.assent.transport.soap.participant.Superiors;
import dev.assent.transport.soap.policy.Policies;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.service.CallCodec;
import dev.assent.transport.soap.service.ServiceCalls;
import dev.assent.transport.soap.service.ServiceFront;
import dev.assent.transport.soap.value.Operations;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All roles of an open transport: coordinator, participant, initiator, service, caller.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Ends {
    private final Desk desk;
    private final Coordination coordination;
    private final Superiors superiors;
    private final Initiators initiators;
    private final ServiceFront front;
    private final ServiceCalls calls;

    /**
     * The parts for calls in both directions.
     *
     * @param callMillisMax how long a call may take here
     */
    record Calls(Operations operations, CallCodec codec, Exchanges exchanges, Policies policies, long callMillisMax) {}

    Ends(Contexts contexts, Function<String, @Nullable Class<?>> types, Calls parts) {
        desk = contexts.desk();
        coordination = new Coordination(desk, contexts);
        superiors = new Superiors(desk);
        initiators = new Initiators(desk, contexts);
        front = new ServiceFront(new ServiceFront.Parts(
                desk, contexts, types, parts.operations(), parts.codec(), parts.callMillisMax()));
        calls = new ServiceCalls(new ServiceCalls.Parts(
                desk, contexts, parts.operations(), parts.codec(), parts.exchanges(), parts.policies()));
    }

    /**
     * The receiver of all requests.
     *
     * @param mayCall whether messages may go to an endpoint that a message names (law 22)
     */
    Receiver receiver(Messages messages, Outbox outbox, Predicate<EndpointReference> mayCall) {
        Map<String, Service> services = new HashMap<>(coordination.services());
        services.put(Desk.PARTICIPANT, superiors.service());
        services.put(Desk.INITIATOR, initiators.service());
        SoapFront protocols = new SoapFront(messages, outbox, services, mayCall);
        return new Receiver() {
            @Override
            public void receive(Posted posted, Consumer<Answer> answer) {
                (posted.path().startsWith(Desk.PREFIX) ? protocols : front).receive(posted, answer);
            }

            @Override
            public Answer read(Asked asked) {
                return front.read(asked);
            }
        };
    }

    ServiceCalls calls() {
        return calls;
    }

    /** Asks a process without a reference; only to begin and end the transactions of clients (law 22). */
    void askProcess(HttpUrl process, Request request, long millis, Consumer<Response> reply) {
        if (request instanceof Request.Begin || request instanceof Request.End) {
            initiators.ask(process, request, millis, reply);
        } else {
            reply.accept(new Response.Refused(
                    Response.Why.FORBIDDEN, MESSAGES.noReference(request, ShownAddress.of(process.address()))));
        }
    }

    /**
     * Asks a coordinator or a participant. It answers by a message of its own, so this fails if this process does not
     * listen.
     */
    void askEndpoint(EndpointAddress endpoint, Request request, long millis, Consumer<Response> reply) {
        IllegalArgumentException deaf = desk.deafness().orElse(null);
        OwnReference answers = endpoint.answers();
        if (deaf != null) {
            reply.accept(new Response.Unanswered(false, deaf));
        } else if (answers == null) {
            superiors.ask(endpoint.place(), request, millis, reply);
        } else {
            coordination.ask(endpoint.place(), answers, request, millis, reply);
        }
    }

    /** The number of known participants, elsewhere and here. */
    int participants() {
        return coordination.participants() + superiors.parts();
    }

    void tick() {
        coordination.tick();
        initiators.tick();
    }

    /** Takes no more calls. */
    void shut() {
        front.shut();
    }

    boolean isIdle() {
        return coordination.isIdle() && front.isIdle();
    }

    void close() {
        coordination.close();
        initiators.close();
    }
}
