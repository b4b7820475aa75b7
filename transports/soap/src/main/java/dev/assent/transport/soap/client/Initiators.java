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
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.messaging.Outbox.Heard;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins transactions at a coordinator elsewhere, and ends them there: Activation, and Completion with the anonymous address,
 * so that the outcome comes on the connection and nobody need be called here (WS-Coordination 1.2, section 3.1;
 * WS-AtomicTransaction 1.2, section 3.2). Only who has begun a transaction here ends it here (law 22).
 *
 * <p>Thread safety: safe to share.
 */
public final class Initiators {
    /** Of how many transactions the end is kept in mind, so that it may be asked for again; the eldest goes. */
    private static final int TRANSACTIONS_MAX = 10_000;

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

    /**
     * A transaction.
     *
     * @param registration of its coordinator
     * @param completion null before its end is asked for
     */
    private record Begun(
            EndpointReference registration, @Nullable EndpointReference completion) {}

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
            synchronized (begun) {
                begun.put(context.id(), new Begun(made.registrationService(), null));
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
                complete(known.completion(), asked);
            } else {
                register(known.registration(), asked);
            }
        }

        private void register(EndpointReference registration, Request.End asked) {
            Register message = new Register(Protocol.COMPLETION.uri(), EndpointReference.ANONYMOUS);
            ask(registration, message, "Register for Completion", heard -> {
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
                    begun.put(asked.id(), new Begun(registration, completion));
                }
                complete(completion, asked);
            });
        }

        private void complete(EndpointReference completion, Request.End asked) {
            ask(
                    completion,
                    asked.isCommit() ? Notification.COMMIT : Notification.ROLLBACK,
                    asked,
                    heard -> tell(heard, ended(heard)));
        }
    }

    private static Response ended(Heard heard) {
        if (heard.content().message() == Notification.COMMITTED) {
            return new Response.Ended(Outcome.COMMITTED, "");
        }
        if (heard.content().message() == Notification.ABORTED) {
            return new Response.Ended(Outcome.ROLLED_BACK, Message.SOAP_ENDED_BY_ABORTED.text());
        }
        SoapFault fault = heard.content().fault();
        ProtocolFault known =
                fault == null ? null : ProtocolFault.of(fault.subcode()).orElse(null);
        if (fault != null && known == ProtocolFault.INCONSISTENT_INTERNAL_STATE) {
            return new Response.Ended(Outcome.HEURISTIC_MIXED, fault.reason());
        }
        if (fault != null && known == ProtocolFault.UNKNOWN_TRANSACTION) {
            return new Response.Ended(Outcome.UNKNOWN, fault.reason());
        }
        return refused(heard);
    }

    private static Response refused(Heard heard) {
        return Response.Refused.state(Message.SOAP_NOT_HEARD.text(heard));
    }
}
