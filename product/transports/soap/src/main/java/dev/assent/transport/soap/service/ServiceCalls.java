package dev.assent.transport.soap.service;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.time.Clock;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.service.Absent;
import dev.assent.remote.service.FarFailure;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Reply;
import dev.assent.transport.soap.messaging.Entities;
import dev.assent.transport.soap.messaging.Exchanges;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import dev.assent.transport.soap.policy.Policies;
import dev.assent.transport.soap.value.Operation;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.value.ValueException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls exported objects of other processes, in SOAP 1.1, with the transaction's context in the Header. A call that the
 * service's policy does not allow is not sent.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServiceCalls {
    /** The first character of the names of returned objects, whose policy can't be read. */
    private static final String REFERENCE = "~";

    private final Parts parts;
    private final CallHeaders headers;

    /** The parts that it uses; as in {@link ServiceFront.Parts}. */
    public record Parts(
            Desk desk,
            Contexts contexts,
            Operations operations,
            CallCodec codec,
            Exchanges exchanges,
            Policies policies) {}

    /** The calls of a process. */
    public ServiceCalls(Parts parts) {
        this.parts = parts;
        this.headers = new CallHeaders(parts.contexts());
    }

    /**
     * Calls an object.
     *
     * @param place its process, with the path before its name if there is one
     * @param reply gets the result once
     */
    public void call(HttpUrl place, Call call, Consumer<Result> reply) {
        Operation operation;
        byte[] bytes;
        try {
            operation = parts.operations().of(call.type(), call.method());
            Element body = operation.writeCall(call.arguments());
            bytes = written(call.context(), body);
        } catch (ValueException | IllegalArgumentException notCarried) {
            reply.accept(new Result.Unanswered(false, notCarried));
            return;
        }
        Prepared prepared = new Prepared(place.behind(Paths.of(call.object())), operation, call, bytes, reply);
        if (call.object().startsWith(REFERENCE)) {
            post(prepared, call.timeoutMillis());
        } else {
            sendIfAllowed(prepared);
        }
    }

    /** A call that is ready to send. */
    private record Prepared(HttpUrl to, Operation operation, Call call, byte[] bytes, Consumer<Result> reply) {}

    private void sendIfAllowed(Prepared prepared) {
        Call call = prepared.call();
        Clock clock = parts.desk().clock();
        long sinceNanos = clock.nanos();
        parts.policies().of(prepared.to(), Math.max(1, call.timeoutMillis()), policy -> {
            String refusal = policy.refusal(prepared.operation().name(), prepared.to(), call.context() != null)
                    .orElse(null);
            if (refusal == null) {
                post(prepared, call.timeoutMillis() - TimeUnit.NANOSECONDS.toMillis(clock.nanos() - sinceNanos));
                return;
            }
            prepared.reply().accept(new Result.Thrown(new ServiceRefusedException(refusal, null), false, Effect.NONE));
        });
    }

    private void post(Prepared prepared, long millis) {
        HttpUrl to = prepared.to();
        Call call = prepared.call();
        String peer = to.process();
        Map<String, String> headers = Map.of(
                "SOAPAction",
                "\"\"",
                "Cookie",
                Sessions.cookie(parts.desk().keys().session(to.place())));
        Outgoing out = new Outgoing(to, Entities.of(SoapVersion.V1_1, prepared.bytes()), headers, false);
        parts.exchanges()
                .post(
                        out,
                        size -> parts.desk().observation().sent(peer, call, size),
                        new Waiter<>(Math.max(1, millis), prepared.reply(), Result.Unanswered::new),
                        answered -> observed(peer, result(prepared.operation(), call, answered), answered));
    }

    private byte[] written(@Nullable Context context, Element body) throws ValueException {
        return context == null
                ? parts.codec().write(new Envelope(SoapVersion.V1_1, List.of(), body))
                : parts.codec().write(headers.of(context), body);
    }

    // ---- replies

    private Result observed(String peer, Result result, Reply.Answered answered) {
        parts.desk().observation().came(peer, result, answered.bytes());
        return result;
    }

    private Result result(Operation operation, Call call, Reply.Answered answered) {
        Envelope envelope;
        try {
            MediaType type = MediaType.of(answered.entity().contentType());
            envelope = parts.codec().read(answered.entity().bytes(), type);
        } catch (FaultException none) {
            String why = MESSAGES.replyUnread(answered.status(), none.fault().reason());
            return new Result.Unanswered(true, new IllegalStateException(why));
        }
        Element body = envelope.body();
        try {
            if (body != null && SoapFault.isFault(body)) {
                return failed(call, SoapFault.read(envelope.version(), body));
            }
            if (body == null) {
                throw new XmlException("the Body is empty");
            }
            Object value = operation.readResult(body, Paths::object);
            return new Result.Returned(value, new Effect(null, EffectHeader.isRollbackOnly(envelope)));
        } catch (XmlException | ValueException notRead) { // the work is done
            String why = MESSAGES.replyUnread(answered.status(), notRead.getMessage());
            return new Result.Unanswered(true, new IllegalStateException(why, notRead));
        }
    }

    private static Result failed(Call call, SoapFault fault) {
        if (FailureElement.read(fault).isPresent()) {
            FailureElement.Told told = FailureElement.read(fault).get();
            FarFailure.Thrown thrown = told.failure().thrown(call.method());
            return new Result.Thrown(
                    thrown.failure(), thrown.isApplications(), new Effect(null, told.isRollbackOnly()));
        }
        if (AddressingFault.DESTINATION_UNREACHABLE.subcode().equals(fault.subcode())) {
            return new Result.Thrown(Absent.object(call.object(), call.method()), false, Effect.NONE);
        }
        if (AddressingFault.ACTION_NOT_SUPPORTED.subcode().equals(fault.subcode())) {
            return new Result.Thrown(Absent.method(call.object(), call.method(), "of that object"), false, Effect.NONE);
        }
        IllegalStateException why = new IllegalStateException(fault.reason());
        if (AddressingFault.ENDPOINT_UNAVAILABLE.subcode().equals(fault.subcode())) {
            return new Result.Unanswered(false, why);
        }
        boolean isRefused = ProtocolFault.isRefusal(fault.code(), fault.subcode()); // else the work may be done
        return new Result.Thrown(why, false, new Effect(null, !isRefused && call.context() != null));
    }
}
