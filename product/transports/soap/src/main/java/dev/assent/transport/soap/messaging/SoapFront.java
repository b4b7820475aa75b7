package dev.assent.transport.soap.messaging;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.addressing.WsAddressing;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Receiver;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * Passes each posted message to the service of its path, and sends the answer: on the connection, to an endpoint, or
 * nowhere (WS-Addressing 1.0 Core, section 3.4; SOAP Binding, section 5.1).
 *
 * <p>Thread safety: safe to share.
 */
public final class SoapFront implements Receiver {
    private final Messages messages;
    private final Outbox outbox;
    private final Map<String, Service> services;
    private final Predicate<EndpointReference> mayCall;

    /**
     * A front.
     *
     * @param services by their paths
     * @param mayCall whether messages may go to an endpoint that a message names (law 22)
     */
    public SoapFront(
            Messages messages, Outbox outbox, Map<String, Service> services, Predicate<EndpointReference> mayCall) {
        this.messages = messages;
        this.outbox = outbox;
        this.services = Map.copyOf(services);
        this.mayCall = mayCall;
    }

    @Override
    public void receive(Posted posted, Consumer<Answer> answer) {
        Service service = services.get(posted.path());
        if (service == null) {
            answer.accept(Answer.NOT_FOUND);
            return;
        }
        MediaType type = MediaType.of(posted.entity().contentType());
        Envelope envelope;
        try {
            envelope = messages.open(posted.entity().bytes(), type.charset().orElse(null));
        } catch (FaultException refused) {
            answer.accept(onConnection(refused, Optional.empty()));
            return;
        }
        if (!envelope.version().mediaType().equals(type.name())) {
            answer.accept(Entities.WRONG_TYPE);
            return;
        }
        Addressing addressing;
        try {
            addressing = AddressingHeaders.read(envelope);
        } catch (FaultException refused) {
            answer.accept(onConnection(refused, AddressingHeaders.identity(envelope)));
            return;
        }
        Optional<String> soapAction = posted.header("soapaction").or(type::action);
        take(service, posted, new Opened(envelope, addressing, soapAction), answer);
    }

    private record Opened(Envelope envelope, Addressing addressing, Optional<String> soapAction) {}

    private void take(Service service, Posted posted, Opened opened, Consumer<Answer> answer) {
        SoapVersion version = opened.envelope().version();
        Addressing addressing = opened.addressing();
        Messages.Content content;
        try {
            Messages.checkSoapAction(version, opened.soapAction(), addressing);
            content = Messages.content(opened.envelope(), addressing);
            if (isAnswered(content) && addressing.messageId() == null) {
                throw AddressingHeaders.required(version, WsAddressing.name("MessageID"));
            }
            if (isAnswered(content)) {
                checkAnswers(version, addressing);
            }
        } catch (FaultException refused) {
            EndpointReference faults = addressing.faults();
            EndpointReference place = isReached(faults) ? faults : EndpointReference.ANONYMOUS;
            refuse(version, addressing, place, refused.fault(), answer);
            return;
        }
        boolean isNotification = !isAnswered(content);
        service.take(
                new Received(posted.from(), version, addressing, content, posted.bytes(), posted.certified()), said -> {
                    if (said instanceof Said.Answer message) {
                        reply(version, addressing, message, whenSent(posted, message), answer);
                    } else if (said instanceof Said.Refusal refusal) {
                        EndpointReference own = isNotification ? addressing.notifiedFaults() : null;
                        EndpointReference place = own == null ? addressing.faults() : own;
                        refuse(version, addressing, place, refusal.fault(), answer);
                    } else {
                        answer.accept(Answer.ACCEPTED);
                    }
                });
    }

    /** Whether the sender of a message waits for an answer, which needs the message's identity. */
    private static boolean isAnswered(Messages.Content content) {
        ProtocolMessage message = content.message();
        return message instanceof ProtocolMessage.CreateCoordinationContext
                || message instanceof ProtocolMessage.Register;
    }

    /** Refuses a message whose answer or fault could not be sent, before anything is done. */
    private void checkAnswers(SoapVersion version, Addressing addressing) throws FaultException {
        for (EndpointReference each : List.of(addressing.answers(), addressing.faults())) {
            if (!isReached(each)) {
                throw AddressingFault.INVALID_ADDRESSING_HEADER.refusal(
                        version, MESSAGES.answerNotAllowed(ShownAddress.of(each.address())));
            }
        }
    }

    private boolean isReached(EndpointReference place) {
        return place.isAnonymous() || place.isNone() || mayCall.test(place);
    }

    private IntConsumer whenSent(Posted posted, Said.Answer said) {
        return bytes -> outbox.observation().sent(posted.from(), said.meant(), bytes);
    }

    private void reply(
            SoapVersion version, Addressing asked, Said.Answer said, IntConsumer sent, Consumer<Answer> answer) {
        ProtocolMessage message = said.message();
        EndpointReference to = asked.answers();
        Addressing addressing = Addressing.to(to, message.action())
                .identified(Outbox.identity())
                .relatedTo(Objects.requireNonNullElse(asked.messageId(), WsAddressing.UNSPECIFIED));
        if (to.isAnonymous()) {
            byte[] bytes = messages.write(version, addressing, message);
            answer.accept(new Answer(200, Entities.of(version, message.action(), bytes), Map.of(), sent));
            return;
        }
        answer.accept(Answer.ACCEPTED);
        if (!to.isNone()) {
            outbox.send(version, addressing, message, said.meant(), Outbox.Untaken.IGNORED);
        }
    }

    private void refuse(
            SoapVersion version, Addressing asked, EndpointReference place, SoapFault fault, Consumer<Answer> answer) {
        if (place.isAnonymous()) {
            answer.accept(onConnection(new FaultException(version, fault), Optional.ofNullable(asked.messageId())));
            return;
        }
        answer.accept(Answer.ACCEPTED);
        if (!place.isNone()) {
            outbox.send(version, place, Optional.ofNullable(asked.messageId()), fault);
        }
    }

    private Answer onConnection(FaultException refused, Optional<String> asked) {
        Entity message = Entities.of(
                refused.version(), ProtocolFault.action(refused.fault()), messages.writeFault(refused, asked));
        return Entities.ofFault(refused.version(), refused.fault(), message);
    }
}
