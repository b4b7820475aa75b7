package dev.assent.transport.soap.coordinator;

import dev.assent.core.time.Clock;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.coordinator.OwnReference.Kind;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.messaging.Outbox;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the services of a coordinator share: whom they ask, where they are, how they send.
 *
 * <p>Thread safety: safe to share.
 *
 * @param inbound takes what others send, as the transport does
 * @param base where the services are, such as {@code http://127.0.0.1:8080}; called when a message has come, or is sent
 * @param mayCall whether an address of others may be called (law 22)
 * @param expires the unit of Expires
 */
public record Desk(
        Inbound inbound,
        Clock clock,
        Outbox outbox,
        Supplier<String> base,
        Predicate<String> mayCall,
        ExpiresUnit expires) {
    /** The path of the Activation service. */
    public static final String ACTIVATION = "/activation";
    /** The path of the Registration service. */
    public static final String REGISTRATION = "/registration";
    /** The path of the service that initiators tell to end a transaction. */
    public static final String COMPLETION = "/completion";
    /** The path of the service that participants answer. */
    public static final String COORDINATOR = "/coordinator";

    /** Where a reference that is made here leads. */
    EndpointReference place(OwnReference reference) {
        String path = switch (reference.kind()) {
            case REGISTRATION -> REGISTRATION;
            case COMPLETION -> COMPLETION;
            case VOLATILE, DURABLE -> COORDINATOR;
        };
        return reference.at(base.get() + path);
    }

    /** Asks the node, for who is no node. */
    void ask(String caller, Request request, Consumer<Response> reply) {
        inbound.ask(new Caller(null, caller), request, reply);
    }

    /**
     * Sends a notification, in SOAP 1.1, which every peer reads.
     *
     * @param from by which reference it is answered
     * @param related the identity of the message that it answers; null when it answers none
     */
    void send(EndpointReference to, OwnReference from, Notification message, @Nullable String related) {
        Addressing addressing = Addressing.to(to, message.action())
                .identified(Outbox.identity())
                .sentBy(place(from));
        outbox.send(SoapVersion.V1_1, related == null ? addressing : addressing.relatedTo(related), message);
    }

    /** Sends a fault; {@code related} as for a notification. */
    void sendFault(EndpointReference to, SoapFault fault, @Nullable String related) {
        outbox.send(SoapVersion.V1_1, to, Optional.ofNullable(related), fault);
    }

    /** The kind of the references of participants in a protocol. */
    static Kind kind(boolean isVolatile) {
        return isVolatile ? Kind.VOLATILE : Kind.DURABLE;
    }
}
