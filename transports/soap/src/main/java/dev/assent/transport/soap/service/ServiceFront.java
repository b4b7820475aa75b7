package dev.assent.transport.soap.service;

import dev.assent.core.message.Message;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Receiver;
import dev.assent.transport.soap.service.Sessions.Session;
import dev.assent.transport.soap.value.Operation;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.value.ValueException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes calls of exported objects, each at the path of its name: SOAP 1.1 and 1.2, document/literal wrapped. A
 * CoordinationContext of WS-AtomicTransaction makes the work part of its transaction; one of another type that must be
 * understood is refused. An answer goes on the connection.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServiceFront implements Receiver {
    private static final Answer WRONG_TYPE = new Answer(415, null);
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final Parts parts;
    private final Contexts contexts;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean isShut;

    /**
     * What it works with.
     *
     * @param types the interfaces of objects, by their names; null for one that is not there
     * @param operations their methods
     * @param codec messages within the limits of calls
     * @param callMillisMax how long a call may take
     */
    public record Parts(
            Desk desk,
            Function<String, @Nullable Class<?>> types,
            Operations operations,
            CallCodec codec,
            long callMillisMax) {}

    /** The front of a process. */
    public ServiceFront(Parts parts) {
        this.parts = parts;
        this.contexts = new Contexts(parts.desk());
    }

    /** Takes no more calls. */
    public void shut() {
        isShut = true;
    }

    /** Whether no call is under way. */
    public boolean isIdle() {
        return underWay.get() == 0;
    }

    // ---- what is read

    @Override
    public Answer read(Asked asked) {
        String object = Paths.object(asked.path());
        Class<?> type = parts.types().apply(object);
        if (type == null || !asked.query().equalsIgnoreCase("wsdl")) {
            return Answer.NOT_FOUND;
        }
        String address = parts.desk().base().get() + asked.path();
        try {
            byte[] wsdl = new Wsdl(
                            type,
                            parts.operations(),
                            method -> parts.desk().inbound().need(object, method))
                    .write(address);
            return new Answer(200, new Entity("text/xml; charset=utf-8", wsdl));
        } catch (ValueException notCarried) {
            return Answer.NOT_FOUND;
        }
    }

    // ---- what is called

    @Override
    public void receive(Posted posted, Consumer<Answer> answer) {
        underWay.incrementAndGet(); // before it is looked whether it is shut
        Consumer<Answer> counted = told -> {
            answer.accept(told);
            underWay.decrementAndGet();
        };
        MediaType type = MediaType.of(posted.entity().contentType());
        Envelope envelope;
        try {
            envelope = parts.codec().read(posted.entity().bytes(), type);
        } catch (FaultException refused) {
            counted.accept(parts.codec().fault(refused.version(), refused.fault()));
            return;
        }
        if (!envelope.version().mediaType().equals(type.name())) {
            counted.accept(WRONG_TYPE);
            return;
        }
        Visit visit = new Visit(envelope, posted, counted);
        if (isShut) {
            visit.refuse(UNAVAILABLE, AddressingFault.ENDPOINT_UNAVAILABLE.with(Message.SOAP_CLOSED.text()));
            return;
        }
        try {
            visit.call(Paths.object(posted.path()));
        } catch (FaultException refused) {
            visit.refuse(0, refused.fault());
        }
    }

    /** One call. */
    private final class Visit {
        private final Envelope envelope;
        private final Posted posted;
        private final Session session;
        private final Consumer<Answer> answer;

        Visit(Envelope envelope, Posted posted, Consumer<Answer> answer) {
            this.envelope = envelope;
            this.posted = posted;
            this.session = Sessions.of(posted);
            this.answer = answer;
        }

        private SoapVersion version() {
            return envelope.version();
        }

        /** Refuses; {@code status} 0 for the usual one. */
        void refuse(int status, SoapFault fault) {
            Answer usual = parts.codec().fault(version(), fault);
            answer.accept(status == 0 ? usual : usual.of(status));
        }

        void call(String object) throws FaultException {
            envelope.checkUnderstood(each -> AddressingHeaders.isUnderstood(each) || isOurs(each));
            checkAnswers();
            Class<?> type = parts.types().apply(object);
            if (type == null) {
                String text = Message.SOAP_SERVICE_UNKNOWN.text(object);
                refuse(NOT_FOUND, AddressingFault.DESTINATION_UNREACHABLE.with(text));
                return;
            }
            Element body = envelope.body();
            String name = body == null ? "" : body.name().getLocalPart();
            Method method = parts.operations().find(type, name);
            if (body == null || method == null) {
                throw AddressingFault.ACTION_NOT_SUPPORTED.refusal(
                        version(), Message.SOAP_OPERATION_UNKNOWN.text(name, object));
            }
            Context context = context();
            Call call;
            Operation operation;
            try {
                operation = parts.operations().of(method);
                call = new Call(object, method, operation.readCall(body), context, parts.callMillisMax());
            } catch (ValueException notCarried) {
                throw new FaultException(version(), SoapFault.sender(String.valueOf(notCarried.getMessage())));
            }
            parts.desk().observation().came(posted.from(), call, posted.bytes());
            List<Runnable> here = new ArrayList<>(1);
            parts.desk()
                    .inbound()
                    .callHere(
                            new Caller(null, session.name()),
                            call,
                            here::add,
                            result -> reply(operation, call, result));
            here.forEach(Runnable::run); // short work is done by the thread that has brought it
        }

        private boolean isOurs(Element header) {
            try {
                return CoordinationContext.isContext(header)
                        && CoordinationContext.read(header).coordinationType().equals(Notification.NAMESPACE);
            } catch (XmlException wrong) {
                return true; // which is said when it is read
            }
        }

        private void checkAnswers() throws FaultException {
            boolean isAddressed = envelope.headers().stream()
                    .anyMatch(each -> each.name().getNamespaceURI().equals(AddressingHeaders.NAMESPACE));
            if (!isAddressed) {
                return;
            }
            EndpointReference to = AddressingHeaders.read(envelope).answers();
            if (!to.isAnonymous()) {
                throw AddressingFault.ONLY_ANONYMOUS.refusal(
                        version(), Message.SOAP_ANSWER_ELSEWHERE.text(to.address()));
            }
        }

        private @Nullable Context context() throws FaultException {
            Element header = CoordinationContext.in(envelope.headers()).orElse(null);
            if (header == null) {
                return null;
            }
            try {
                CoordinationContext read = CoordinationContext.read(header);
                return read.coordinationType().equals(Notification.NAMESPACE) ? contexts.read(read) : null;
            } catch (XmlException | IllegalArgumentException refused) {
                throw ProtocolFault.INVALID_PARAMETERS.refusal(
                        version(), Message.SOAP_CONTENT_REFUSED.text(refused.getMessage()));
            }
        }

        // ---- reply

        private void reply(Operation operation, Call call, Result result) {
            if (result instanceof Result.Returned returned) {
                returned(operation, call, returned);
            } else if (result instanceof Result.Thrown thrown) {
                thrown(operation, thrown);
            } else {
                String why = String.valueOf(((Result.Unanswered) result).cause());
                refuse(0, new SoapFault(SoapFault.Code.RECEIVER, null, why, null));
            }
        }

        /** The caller is one of ours when it says so in its context; any other is told by a fault. */
        private void returned(Operation operation, Call call, Result.Returned returned) {
            boolean isRollbackOnly = returned.effect().isRollbackOnly();
            Context context = call.context();
            boolean isOurs = context != null && context.superior().name() != null;
            if (isRollbackOnly && !isOurs) {
                refuse(0, new SoapFault(SoapFault.Code.RECEIVER, null, Message.SOAP_ROLLBACK_ONLY.text(), null));
                return;
            }
            try {
                Element body = operation.writeResult(returned.value(), this::place);
                byte[] bytes = parts.codec().write(new Envelope(version(), EffectHeader.write(isRollbackOnly), body));
                answer.accept(new Answer(200, parts.codec().entity(version(), bytes), headers(), sent(returned)));
            } catch (ValueException notCarried) { // the work is done, and nobody hears of it
                boolean hasTransaction = context != null;
                thrown(operation, new Result.Thrown(notCarried, false, new Result.Effect(null, hasTransaction)));
            }
        }

        private String place(String object) {
            return parts.desk().base().get() + session.rewritten(Paths.of(object));
        }

        private IntConsumer sent(Result result) {
            return bytes -> parts.desk().observation().sent(posted.from(), result, bytes);
        }

        private Map<String, String> headers() {
            return session.isNew() ? Map.of("Set-Cookie", session.setCookie()) : Map.of();
        }

        private void thrown(Operation operation, Result.Thrown thrown) {
            Answer fault = parts.codec().fault(version(), FailureElement.write(operation, thrown));
            answer.accept(fault.with(headers(), sent(thrown)));
        }
    }
}
