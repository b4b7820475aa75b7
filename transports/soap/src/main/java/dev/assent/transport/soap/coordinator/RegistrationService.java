package dev.assent.transport.soap.coordinator;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.Message;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage.Register;
import dev.assent.transport.soap.coordination.ProtocolMessage.RegisterResponse;
import dev.assent.transport.soap.coordinator.OwnReference.Kind;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Takes registrations (WS-Coordination 1.2, section 3.2). One that comes again, from the same place for the same protocol,
 * is the same participant.
 *
 * <p>Thread safety: safe to share.
 */
public final class RegistrationService implements Service {
    private final Desk desk;
    private final Keys keys;
    private final CompletionService completion;
    private final Participants participants;

    RegistrationService(Desk desk, Keys keys, CompletionService completion, Participants participants) {
        this.desk = desk;
        this.keys = keys;
        this.completion = completion;
        this.participants = participants;
    }

    @Override
    public void take(Received received, Consumer<Said> answer) {
        if (!(received.content().message() instanceof Register asked)) {
            answer.accept(Refusals.notTaken(received));
            return;
        }
        Optional<LocalTransactionId> transaction = OwnReference.in(received.addressing())
                .filter(each -> each.kind() == Kind.REGISTRATION && keys.isGenuine(each, ""))
                .map(OwnReference::transaction);
        Optional<Protocol> protocol = Protocol.of(asked.protocol());
        if (protocol.isEmpty()) {
            answer.accept(
                    Refusals.of(ProtocolFault.INVALID_PROTOCOL, Message.SOAP_PROTOCOL_REFUSED.text(asked.protocol())));
        } else if (transaction.isEmpty()) {
            answer.accept(
                    Refusals.of(ProtocolFault.CANNOT_REGISTER_PARTICIPANT, Message.SOAP_TRANSACTION_UNKNOWN.text()));
        } else if (protocol.get() == Protocol.COMPLETION) {
            answer.accept(initiator(transaction.get(), asked.participant()));
        } else {
            register(received.from(), transaction.get(), protocol.get(), asked.participant(), answer);
        }
    }

    private Said initiator(LocalTransactionId transaction, EndpointReference place) {
        if (!place.isAnonymous() && !mayCall(place)) {
            return Refusals.of(
                    ProtocolFault.INVALID_PARAMETERS, Message.ADDRESS_NOT_ALLOWED.text(place.address(), transaction));
        }
        return completion.register(transaction, place);
    }

    private boolean mayCall(EndpointReference place) {
        try {
            return desk.mayCall().test(HttpUrl.of(place.address()).address());
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private void register(
            String from,
            LocalTransactionId transaction,
            Protocol protocol,
            EndpointReference place,
            Consumer<Said> answer) {
        if (place.isAnonymous() || place.isNone()) {
            answer.accept(
                    Refusals.of(ProtocolFault.INVALID_PARAMETERS, Message.SOAP_URL_REFUSED.text(place.address())));
            return;
        }
        Kind kind = Desk.kind(protocol == Protocol.VOLATILE_2PC);
        String address;
        OwnReference reference;
        try {
            reference = new OwnReference(kind, transaction, keys.key(kind, transaction, place.toString()));
            address = new ParticipantAddress(place, protocol, reference.key()).text();
        } catch (IllegalArgumentException refused) {
            answer.accept(Refusals.of(ProtocolFault.INVALID_PARAMETERS, String.valueOf(refused.getMessage())));
            return;
        }
        participants.registered(reference, place);
        Set<Interest> interests = protocol == Protocol.DURABLE_2PC
                ? EnumSet.of(Interest.COMPLETION)
                : EnumSet.of(Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);
        Registration registration = new Registration(BranchRef.ofStranger(transaction, address), address, interests);
        desk.ask(from, new Request.Register(transaction, registration), response -> {
            if (response instanceof Response.Registered) {
                answer.accept(new Said.Answer(new RegisterResponse(desk.place(reference))));
            } else {
                participants.refused(reference);
                answer.accept(Refusals.of(ProtocolFault.INVALID_STATE, Refusals.text(response)));
            }
        });
    }
}
