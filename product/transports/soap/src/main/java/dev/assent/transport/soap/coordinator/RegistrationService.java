package dev.assent.transport.soap.coordinator;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteMessages;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage.Register;
import dev.assent.transport.soap.coordination.ProtocolMessage.RegisterResponse;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.Memo;
import dev.assent.transport.soap.desk.Refusals;
import dev.assent.transport.soap.messaging.Received;
import dev.assent.transport.soap.messaging.Said;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Takes registrations (WS-Coordination 1.2, section 3.2). A repeated one, from the same endpoint for the same protocol,
 * is the same participant. The name in its reference identifies a subordinate of Assent, and its address a
 * stranger.
 *
 * <p>Thread safety: safe to share.
 */
public final class RegistrationService implements Service {
    private final Desk desk;
    private final CompletionService completion;
    private final Participants participants;

    RegistrationService(Desk desk, CompletionService completion, Participants participants) {
        this.desk = desk;
        this.completion = completion;
        this.participants = participants;
    }

    @Override
    public void take(Received received, Consumer<Said> answer) {
        if (!(received.content().message() instanceof Register asked)) {
            answer.accept(Refusals.notTaken(received));
            return;
        }
        Optional<OwnReference> transaction = OwnReference.in(
                        received.addressing().parameters())
                .filter(each -> each.kind() == Kind.REGISTRATION && desk.keys().isGenuine(each, ""));
        Optional<Protocol> protocol = Protocol.of(asked.protocol());
        EndpointReference place = asked.participant();
        if (!Memo.isShort(place.parameters())) { // they stay in memory as long as the transaction
            answer.accept(Refusals.of(
                    ProtocolFault.INVALID_PARAMETERS,
                    MESSAGES.referenceTooLarge(ShownAddress.of(place.address()), Memo.ELEMENT_SIZE_MAX)));
        } else if (protocol.isEmpty()) {
            answer.accept(Refusals.of(ProtocolFault.INVALID_PROTOCOL, MESSAGES.protocolRefused(asked.protocol())));
        } else if (transaction.isEmpty()) {
            answer.accept(Refusals.of(ProtocolFault.CANNOT_REGISTER_PARTICIPANT, MESSAGES.transactionUnknown()));
        } else if (protocol.get() == Protocol.COMPLETION) {
            initiator(received, transaction.get().name(), place, answer);
        } else {
            register(received, transaction.get(), protocol.get(), place, answer);
        }
    }

    private void initiator(
            Received received, LocalTransactionId transaction, EndpointReference place, Consumer<Said> answer) {
        if (!place.isAnonymous() && !desk.mayCall(place)) {
            answer.accept(Refusals.of(
                    ProtocolFault.INVALID_PARAMETERS,
                    RemoteMessages.MESSAGES.addressNotAllowed(ShownAddress.of(place.address()), transaction)));
        } else {
            completion.register(received, transaction, place, answer);
        }
    }

    private void register(
            Received received,
            OwnReference transaction,
            Protocol protocol,
            EndpointReference place,
            Consumer<Said> answer) {
        if (place.isAnonymous() || place.isNone()) {
            answer.accept(Refusals.of(ProtocolFault.INVALID_PARAMETERS, MESSAGES.urlRefused(place.address())));
            return;
        }
        Registered registered;
        try {
            registered = Registered.of(desk.keys(), transaction, protocol, place);
        } catch (IllegalArgumentException refused) {
            answer.accept(Refusals.of(ProtocolFault.INVALID_PARAMETERS, String.valueOf(refused.getMessage())));
            return;
        }
        Registration registration = new Registration(registered.branch(), registered.address(), interests(protocol));
        Request.Register request = new Request.Register(transaction.name(), registration, 0);
        String message = received.addressing().messageId();
        RegisterResponse told = new RegisterResponse(desk.place(registered.reference()));
        if (participants.isRegisteredBy(registered, message)) {
            desk.observation().came(received.from(), request, received.bytes());
            answer.accept(new Said.Answer(told, new Response.Registered(null)));
            return;
        }
        Said refusal = participants.registered(registered);
        if (refusal != null) {
            answer.accept(refusal);
            return;
        }
        desk.observation().came(received.from(), request, received.bytes());
        desk.ask(received.from(), request, response -> {
            if (response instanceof Response.Registered) {
                participants.registeredBy(registered, message);
                answer.accept(new Said.Answer(told, response));
            } else {
                participants.refused(registered.reference());
                boolean isPlaceWrong = !desk.mayCall(place);
                answer.accept(Refusals.of(
                        isPlaceWrong ? ProtocolFault.INVALID_PARAMETERS : ProtocolFault.INVALID_STATE,
                        Refusals.text(response)));
            }
        });
    }

    /** A volatile participant also gets the outcome: if all roll back, it is never asked, and would never end. */
    private static Set<Interest> interests(Protocol protocol) {
        return protocol == Protocol.DURABLE_2PC
                ? EnumSet.of(Interest.COMPLETION)
                : EnumSet.of(Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);
    }
}
