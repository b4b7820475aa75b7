package dev.assent.transport.soap.service;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.foreign.Uncaught;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.RemoteMessages;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.addressing.WsAddressing;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Receiver.Posted;
import dev.assent.transport.soap.messaging.Entities;
import dev.assent.transport.soap.service.ServiceFront.Parts;
import dev.assent.transport.soap.service.Sessions.Session;
import dev.assent.transport.soap.value.Operation;
import dev.assent.transport.soap.value.ValueException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of another process, from its message to its answer. A CoordinationContext of WS-AtomicTransaction makes the
 * work part of its transaction. Two such contexts are refused, and so is one of another type that must be understood.
 *
 * <p>Used by one thread at a time.
 */
final class ServiceVisit {
    private static final int NOT_FOUND = 404;

    private final Parts parts;
    private final Envelope envelope;
    private final Posted posted;
    private final Session session;
    private final Consumer<Answer> answer;

    /** The call in an envelope. */
    ServiceVisit(Parts parts, Envelope envelope, Posted posted, Consumer<Answer> answer) {
        this.parts = parts;
        this.envelope = envelope;
        this.posted = posted;
        this.session = Sessions.of(posted);
        this.answer = answer;
    }

    private SoapVersion version() {
        return envelope.version();
    }

    /** Refuses the call; {@code status} 0 for the usual HTTP status. */
    void refuse(int status, SoapFault fault) {
        Answer usual = fault(fault);
        answer.accept(status == 0 ? usual : usual.of(status));
    }

    private Answer fault(SoapFault fault) {
        return parts.codec().fault(version(), addressing(ProtocolFault.action(fault)), fault);
    }

    /** The header blocks of the answer: WS-Addressing only if the caller has used it (Core, section 3.4). */
    private List<Element> addressing(String action) {
        if (!AddressingHeaders.isUsed(envelope)) {
            return List.of();
        }
        String asked = AddressingHeaders.identity(envelope).orElse(WsAddressing.UNSPECIFIED);
        return AddressingHeaders.write(
                version(), Addressing.to(EndpointReference.ANONYMOUS, action).relatedTo(asked));
    }

    /**
     * Gives it to an object.
     *
     * @throws FaultException if it is refused
     */
    void call(String object) throws FaultException {
        Element block = block();
        envelope.checkUnderstood(each -> each == block || AddressingHeaders.isUnderstood(each));
        checkAnswers();
        Class<?> type = parts.types().apply(object);
        if (type == null) {
            String text = MESSAGES.serviceUnknown(object);
            refuse(NOT_FOUND, AddressingFault.DESTINATION_UNREACHABLE.with(text));
            return;
        }
        Element body = envelope.body();
        String name = body == null ? "" : body.name().getLocalPart();
        Method method = parts.operations().find(type, name);
        if (body == null || method == null) {
            throw AddressingFault.ACTION_NOT_SUPPORTED.refusal(version(), MESSAGES.operationUnknown(name, object));
        }
        Context context = block == null ? null : context(block);
        Call call;
        Operation operation;
        try {
            operation = parts.operations().of(type, method);
            call = new Call(object, type, method, operation.readCall(body), context, parts.callMillisMax());
        } catch (ValueException notCarried) {
            throw new FaultException(version(), SoapFault.sender(String.valueOf(notCarried.getMessage())));
        }
        parts.desk().observation().came(posted.from(), call, posted.bytes());
        List<Runnable> here = new ArrayList<>(1);
        parts.desk().inbound().callHere(caller(), call, here::add, result -> reply(operation, call, result));
        here.forEach(Runnable::run); // the reading thread itself does short work
    }

    /** The session identifies the caller; its certificate, its cookie or its host counts for the limits. */
    private Caller caller() {
        String certified = posted.certified();
        if (certified != null) {
            return Caller.ofCertificate(session.name(), certified);
        }
        return session.isNew()
                ? Caller.ofHost(session.name(), posted.from())
                : Caller.ofOwnKey(session.name(), posted.from());
    }

    private void checkAnswers() throws FaultException {
        if (!AddressingHeaders.isUsed(envelope)) {
            return;
        }
        EndpointReference to = AddressingHeaders.read(envelope).answers();
        if (!to.isAnonymous()) {
            throw AddressingFault.ONLY_ANONYMOUS.refusal(version(), MESSAGES.answerElsewhere(to));
        }
    }

    /** The context of the call's transaction; null if it has none. */
    private @Nullable Element block() throws FaultException {
        try {
            return CoordinationContext.ofTransaction(envelope.headers()).orElse(null);
        } catch (XmlException two) {
            throw refusal(two);
        }
    }

    private Context context(Element block) throws FaultException {
        try {
            return parts.contexts().read(CoordinationContext.read(block));
        } catch (XmlException | IllegalArgumentException refused) {
            throw refusal(refused);
        }
    }

    private FaultException refusal(Exception why) {
        String text = MESSAGES.contentRefused(why.getMessage());
        return ProtocolFault.INVALID_PARAMETERS.refusal(version(), text);
    }

    // ---- reply

    /** Whatever the application's values and exceptions throw here, the caller hears that the work is done. */
    private void reply(Operation operation, Call call, Result result) {
        Answer told;
        Throwable failure = null;
        try {
            told = told(operation, call, result);
        } catch (Throwable bug) {
            told = failure(RemoteMessages.MESSAGES.resultUncarried(
                    call.object() + "." + call.method().getName(), ValueException.thrown(bug)));
            failure = bug;
        }
        answer.accept(told);
        if (failure != null) { // its text may come from foreign code that throws again
            Uncaught.tell(failure);
        }
    }

    private Answer told(Operation operation, Call call, Result result) {
        if (result instanceof Result.Returned returned) {
            return returned(operation, call, returned);
        }
        if (result instanceof Result.Thrown thrown) {
            return thrown(operation, thrown);
        }
        return failure(String.valueOf(((Result.Unanswered) result).cause()));
    }

    /** A fault that does not mean that nothing was done. */
    private Answer failure(String why) {
        return fault(new SoapFault(SoapFault.Code.RECEIVER, null, why, null));
    }

    /** A caller of Assent, by its context, gets the effect with the reply; any other gets a fault for it. */
    private Answer returned(Operation operation, Call call, Result.Returned returned) {
        boolean isRollbackOnly = returned.effect().isRollbackOnly();
        Context context = call.context();
        boolean isOurs = context != null && context.superior().name() != null;
        if (isRollbackOnly && !isOurs) {
            return failure(MESSAGES.rollbackOnly());
        }
        try {
            Element body = operation.writeResult(returned.value(), this::place);
            List<Element> headers = new ArrayList<>(EffectHeader.write(isRollbackOnly));
            headers.addAll(addressing(operation.responseAction()));
            byte[] bytes = parts.codec().write(new Envelope(version(), headers, body));
            return new Answer(200, Entities.of(version(), bytes), headers(), sent(returned));
        } catch (ValueException notCarried) { // the work is done, but its result can't be sent
            boolean hasTransaction = context != null;
            return thrown(operation, new Result.Thrown(notCarried, false, new Result.Effect(null, hasTransaction)));
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

    private Answer thrown(Operation operation, Result.Thrown thrown) {
        return fault(FailureElement.write(operation, thrown)).with(headers(), sent(thrown));
    }
}
