package dev.assent.transport.soap.client;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Context;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.client.RemoteCoordinator.Question;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContext;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContextResponse;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.Refusals;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Outbox.Heard;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.state.CompletionInitiatorTable.Action;
import dev.assent.transport.soap.xml.Element;
import java.util.List;
import java.util.function.Consumer;
import javax.xml.namespace.QName;

/**
 * Begins transactions at coordinators elsewhere, and ends them there: Activation, and Completion (WS-Coordination 1.2,
 * section 3.1; WS-AtomicTransaction 1.2, section 3.2). With a coordinator of Assent it registers the anonymous address,
 * so that the outcome comes on the connection and nobody need call this process. Another vendor's may not know that, so
 * it gets an endpoint with a key that nobody can guess, if this process listens. Only the caller that has begun a
 * transaction here may end it here (law 22).
 *
 * <p>Thread safety: safe to share.
 */
public final class Initiators {
    private static final QName KEY =
            new QName(EndpointReference.OWN_NAMESPACE, "Initiator", EndpointReference.OWN_PREFIX);

    private final Desk desk;
    private final Contexts contexts;
    private final InitiatorTable known;

    /** The initiators of the process at a desk. */
    public Initiators(Desk desk, Contexts contexts) {
        this.desk = desk;
        this.contexts = contexts;
        this.known = new InitiatorTable(InitiatorTable.LIMITS, desk.clock()::nanos);
    }

    /**
     * Asks the coordinator of a process.
     *
     * @param request a {@link Request.Begin} or a {@link Request.End}
     * @param millis how long to wait for the answer to each message
     * @param reply gets the answer once
     */
    public void ask(HttpUrl process, Request request, long millis, Consumer<Response> reply) {
        if (request instanceof Request.Begin begin) {
            if (!known.hasRoom()) {
                reply.accept(
                        Response.Refused.state(MESSAGES.noRoom("transaction", InitiatorTable.LIMITS.underWayMax())));
                return;
            }
            begin(new RemoteCoordinator(desk, process), begin, millis, reply);
            return;
        }
        Request.End end = (Request.End) request;
        Initiator initiator = known.find(end.id());
        if (initiator == null) {
            String text = MESSAGES.noReference("the end of " + end.id(), ShownAddress.of(process.address()));
            reply.accept(new Response.Refused(Response.Why.FORBIDDEN, text));
        } else {
            initiator.end(end, millis, reply);
        }
    }

    // ---- begin

    private void begin(RemoteCoordinator coordinator, Request.Begin asked, long millis, Consumer<Response> reply) {
        long timeoutMillis = asked.timeoutMillis();
        Long expires = timeoutMillis == 0 ? null : desk.expires().ofMillis(timeoutMillis);
        Question question = new Question(
                activation(coordinator.process()),
                new CreateCoordinationContext(expires, null, Notification.NAMESPACE),
                asked);
        coordinator.ask(question, millis, heard -> begun(coordinator, heard, millis, reply), reply::accept);
    }

    /**
     * The Activation service: at the path of the coordinator's address; if it has none, at the path that Assent uses.
     */
    private static EndpointReference activation(HttpUrl process) {
        boolean isOurs = process.pathAndQuery().equals("/");
        return new EndpointReference((isOurs ? process.at(Desk.ACTIVATION) : process).url());
    }

    private void begun(RemoteCoordinator coordinator, Heard heard, long millis, Consumer<Response> reply) {
        if (!(heard.content().message() instanceof CreateCoordinationContextResponse created)) {
            reply.accept(RemoteCoordinator.refused(heard));
            return;
        }
        CoordinationContext made = created.context();
        Context context;
        try {
            coordinator.checkPlace(made.registrationService());
            context = contexts.read(made);
        } catch (IllegalArgumentException wrong) {
            reply.accept(Response.Refused.state(String.valueOf(wrong.getMessage())));
            return;
        }
        String key = made.ours() == null && desk.deafness().isEmpty() ? Keys.random() : null;
        EndpointReference place = key == null ? EndpointReference.ANONYMOUS : place(key);
        Initiator initiator = new Initiator(context, coordinator, made.registrationService(), place);
        Response response = new Response.Begun(context);
        desk.observation().came(heard.peer(), response, heard.answered().bytes());
        initiator.register(
                millis,
                () -> {
                    known.add(context.id(), key, initiator);
                    reply.accept(response);
                },
                reply);
    }

    // ---- outcomes that come by a message of their own

    private EndpointReference place(String key) {
        return new EndpointReference(desk.base().get() + Desk.INITIATOR, List.of(Element.ofText(KEY, key)));
    }

    /** The service that takes outcomes from coordinators elsewhere. */
    public Service service() {
        return (received, answer) -> {
            Initiator told = received.addressing().parameters().stream()
                    .filter(each -> each.is(KEY))
                    .findFirst()
                    .map(each -> known.ofKey(each.ownText().strip()))
                    .orElse(null);
            answer.accept(told == null ? untold(received) : said(told, received));
        };
    }

    /** The answer if the transaction is no longer known here: none to an outcome. */
    private static Said untold(Received received) {
        boolean isOutcome = received.content().message() == Notification.COMMITTED
                || received.content().message() == Notification.ABORTED;
        return isOutcome ? Said.NOTHING : Refusals.notTaken(received);
    }

    private static Said said(Initiator told, Received received) {
        Action action = told.hear(received.content(), received.from(), received.bytes());
        if (action == null) {
            return Refusals.notTaken(received);
        }
        return action == Action.FAULT_INVALID_STATE
                ? Refusals.of(ProtocolFault.INVALID_STATE, MESSAGES.stateRefused(Notification.COMMITTED))
                : Said.NOTHING;
    }

    /** Ends callers whose time is over, and repeats requests. */
    public void tick() {
        long now = desk.clock().nanos();
        known.called().forEach(each -> each.tick(now));
    }

    /** Ends all waiting callers without an outcome. */
    public void close() {
        known.called().forEach(Initiator::close);
    }
}
