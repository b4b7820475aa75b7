package dev.assent.transport.soap.client;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.message.Message;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContext;
import dev.assent.transport.soap.coordination.ProtocolMessage.CreateCoordinationContextResponse;
import dev.assent.transport.soap.coordination.ProtocolMessage.Register;
import dev.assent.transport.soap.coordination.ProtocolMessage.RegisterResponse;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.Refusals;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.messaging.Outbox.Heard;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.xml.Element;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Begins transactions at a coordinator elsewhere, and ends them there: Activation, and Completion (WS-Coordination 1.2,
 * section 3.1; WS-AtomicTransaction 1.2, section 3.2). A coordinator of ours is told the anonymous address, so that the outcome
 * comes on the connection and nobody need be called here. One of another make may know no such thing: where this process
 * listens it is told an endpoint, whose key nobody can guess. Only who has begun a transaction here ends it here (law 22).
 *
 * <p>Thread safety: safe to share.
 */
public final class Initiators {
    /** Of how many transactions the end is kept in mind, so that it may be asked for again; the eldest goes. */
    private static final int TRANSACTIONS_MAX = 10_000;

    private static final QName KEY =
            new QName(EndpointReference.OWN_NAMESPACE, "Initiator", EndpointReference.OWN_PREFIX);

    private final Desk desk;
    private final Contexts contexts;

    /** Guarded by itself. */
    private final Map<TransactionId, Begun> begun = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionId, Begun> eldest) {
            return size() > TRANSACTIONS_MAX;
        }
    };

    /** Who waits for an outcome that comes by a message of its own, by the keys of their endpoints. */
    private final Map<String, Ending> endings = new ConcurrentHashMap<>();

    /**
     * A transaction.
     *
     * @param registration of its coordinator
     * @param key of the endpoint here that is told of the end; null for none: it is told on the connection
     * @param completion null before its end is asked for
     */
    private record Begun(
            EndpointReference registration,
            @Nullable String key,
            @Nullable EndpointReference completion) {}

    /** Those of the process at a desk. */
    public Initiators(Desk desk) {
        this.desk = desk;
        this.contexts = new Contexts(desk);
    }

    /**
     * Asks the coordinator of a process.
     *
     * @param request a {@link Request.Begin} or a {@link Request.End}
     * @param millis how long its answer is waited for
     * @param reply is told once
     */
    public void ask(HttpUrl process, Request request, long millis, Consumer<Response> reply) {
        Asking asking = new Asking(process, millis, reply);
        if (request instanceof Request.Begin begin) {
            asking.begin(begin);
        } else {
            asking.end((Request.End) request);
        }
    }

    /** One request; each of its messages is waited for as long. */
    private final class Asking {
        private final HttpUrl process;
        private final long millis;
        private final Consumer<Response> reply;

        Asking(HttpUrl process, long millis, Consumer<Response> reply) {
            this.process = process;
            this.millis = millis;
            this.reply = reply;
        }

        private void ask(EndpointReference to, ProtocolMessage message, Object asked, Consumer<Heard> next) {
            Addressing addressing = Addressing.to(to, message.action())
                    .identified(Outbox.identity())
                    .answeredAt(EndpointReference.ANONYMOUS);
            Waiter<Runnable> waiter = new Waiter<>(
                    millis,
                    Runnable::run,
                    (mayHaveArrived, cause) -> () -> reply.accept(new Response.Unanswered(mayHaveArrived, cause)));
            try {
                desk.outbox().ask(addressing, message, asked, waiter, heard -> () -> next.accept(heard));
            } catch (IllegalArgumentException nowhere) {
                reply.accept(new Response.Unanswered(false, nowhere));
            }
        }

        // ---- begin

        void begin(Request.Begin asked) {
            long timeoutMillis = asked.timeoutMillis();
            Long expires = timeoutMillis == 0 ? null : desk.expires().ofMillis(timeoutMillis);
            ask(activation(), new CreateCoordinationContext(expires, null, Notification.NAMESPACE), asked, this::begun);
        }

        /** At the path that the address of the coordinator has; that of a node of ours when it has none. */
        private EndpointReference activation() {
            boolean isOurs = process.pathAndQuery().equals("/");
            return new EndpointReference((isOurs ? process.at(Desk.ACTIVATION) : process).url());
        }

        private void begun(Heard heard) {
            if (!(heard.content().message() instanceof CreateCoordinationContextResponse created)) {
                reply.accept(refused(heard));
                return;
            }
            CoordinationContext made = created.context();
            Context context;
            try {
                checkProcess(made.registrationService());
                context = contexts.read(made);
            } catch (IllegalArgumentException wrong) {
                reply.accept(Response.Refused.state(String.valueOf(wrong.getMessage())));
                return;
            }
            boolean isCalled = made.ours() == null && desk.isListening();
            String key = isCalled ? Keys.random() : null;
            synchronized (begun) {
                begun.put(context.id(), new Begun(made.registrationService(), key, null));
            }
            tell(heard, new Response.Begun(context));
        }

        private void tell(Heard heard, Response response) {
            desk.observation().came(heard.peer(), response, heard.answered().bytes());
            reply.accept(response);
        }

        /** Who was called may say where it is called further in its own process; anywhere else must be allowed (law 22). */
        private void checkProcess(EndpointReference place) {
            HttpUrl url = HttpUrl.of(place.address());
            if (!url.process().equals(process.process()) && !desk.mayCall(place)) {
                throw new IllegalArgumentException(Message.SOAP_ADDRESS_NOT_ALLOWED.text(url.address()));
            }
        }

        // ---- end

        void end(Request.End asked) {
            Begun known;
            synchronized (begun) {
                known = begun.get(asked.id());
            }
            if (known == null) {
                reply.accept(new Response.Refused(
                        Response.Why.FORBIDDEN, Message.SOAP_NO_REFERENCE.text("the end of " + asked.id(), process)));
            } else if (known.completion() != null) {
                complete(known.key(), known.completion(), asked);
            } else {
                register(known, asked);
            }
        }

        private void register(Begun known, Request.End asked) {
            String key = known.key();
            Register message =
                    new Register(Protocol.COMPLETION.uri(), key == null ? EndpointReference.ANONYMOUS : place(key));
            ask(known.registration(), message, "Register for Completion", heard -> {
                if (!(heard.content().message() instanceof RegisterResponse registered)) {
                    reply.accept(refused(heard));
                    return;
                }
                EndpointReference completion = registered.coordinator();
                try {
                    checkProcess(completion);
                } catch (IllegalArgumentException elsewhere) {
                    reply.accept(Response.Refused.state(String.valueOf(elsewhere.getMessage())));
                    return;
                }
                synchronized (begun) {
                    begun.put(asked.id(), new Begun(known.registration(), key, completion));
                }
                complete(key, completion, asked);
            });
        }

        private void complete(@Nullable String key, EndpointReference completion, Request.End asked) {
            Ending ending = new Ending(key, desk.clock().nanos(), millis, reply);
            if (key != null) {
                endings.put(key, ending); // before it can be told
            }
            new Asking(process, millis, ending::tell)
                    .ask(
                            completion,
                            asked.isCommit() ? Notification.COMMIT : Notification.ROLLBACK,
                            asked,
                            heard -> heard(heard, ending));
        }

        /** The outcome, or nothing yet. */
        private void heard(Heard heard, Ending ending) {
            Response outcome = outcome(heard.content());
            if (outcome != null) {
                desk.observation().came(heard.peer(), outcome, heard.answered().bytes());
                ending.tell(outcome);
            } else if (ending.key == null || !heard.isTaken()) {
                ending.tell(refused(heard));
            }
        }
    }

    // ---- what is told by a message of its own

    /** The end of a transaction that is asked for, and told once. */
    private final class Ending {
        private final @Nullable String key;
        private final long sinceNanos;
        private final long millis;
        private final Consumer<Response> reply;
        private final AtomicBoolean isTold = new AtomicBoolean();

        Ending(@Nullable String key, long sinceNanos, long millis, Consumer<Response> reply) {
            this.key = key;
            this.sinceNanos = sinceNanos;
            this.millis = millis;
            this.reply = reply;
        }

        void tell(Response response) {
            if (isTold.compareAndSet(false, true)) {
                if (key != null) {
                    endings.remove(key, this);
                }
                reply.accept(response);
            }
        }

        void look(long now) {
            if (now - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis)) {
                String why = Message.SOAP_OUTCOME_UNTOLD.text(millis);
                tell(new Response.Unanswered(true, new IllegalStateException(why)));
            }
        }
    }

    private EndpointReference place(String key) {
        return new EndpointReference(desk.base().get() + Desk.INITIATOR, List.of(Element.ofText(KEY, key)));
    }

    /** What takes the outcomes that coordinators elsewhere tell. */
    public Service service() {
        return (received, answer) -> {
            Response outcome = outcome(received.content());
            Ending ending = received.addressing().parameters().stream()
                    .filter(each -> each.is(KEY))
                    .findFirst()
                    .map(each -> endings.get(each.ownText().strip()))
                    .orElse(null);
            if (outcome == null) {
                answer.accept(Refusals.notTaken(received));
                return;
            }
            answer.accept(Said.NOTHING); // also to who tells it again
            if (ending != null) {
                desk.observation().came(received.from(), outcome, received.bytes());
                ending.tell(outcome);
            }
        };
    }

    /** Answers those whose time is over. */
    public void tick() {
        long now = desk.clock().nanos();
        endings.values().forEach(each -> each.look(now));
    }

    /** Answers who waits that nothing comes any more. */
    public void close() {
        Response none = new Response.Unanswered(true, new IllegalStateException(Message.SOAP_CLOSED.text()));
        endings.values().forEach(each -> each.tell(none));
    }

    /** What became of a transaction; null when that is not said. */
    private static @Nullable Response outcome(Messages.Content content) {
        if (content.message() == Notification.COMMITTED) {
            return new Response.Ended(Outcome.COMMITTED, "");
        }
        if (content.message() == Notification.ABORTED) {
            return new Response.Ended(Outcome.ROLLED_BACK, Message.SOAP_ENDED_BY_ABORTED.text());
        }
        SoapFault fault = content.fault();
        ProtocolFault known =
                fault == null ? null : ProtocolFault.of(fault.subcode()).orElse(null);
        if (fault != null && known == ProtocolFault.INCONSISTENT_INTERNAL_STATE) {
            return new Response.Ended(Outcome.HEURISTIC_MIXED, fault.reason());
        }
        if (fault != null && known == ProtocolFault.UNKNOWN_TRANSACTION) {
            return new Response.Ended(Outcome.UNKNOWN, fault.reason());
        }
        return null;
    }

    private static Response refused(Heard heard) {
        return Response.Refused.state(Message.SOAP_NOT_HEARD.text(heard));
    }
}
