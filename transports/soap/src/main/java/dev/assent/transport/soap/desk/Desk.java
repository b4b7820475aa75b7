package dev.assent.transport.soap.desk;

import dev.assent.core.identity.NodeId;
import dev.assent.core.time.Clock;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Observation;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.reference.OwnReference;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the services of a process share: whom they ask, where they are, how they send.
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
        ExpiresUnit expires,
        Keys keys) {
    /** What the paths of the services begin with; no exported object has such a name. */
    public static final String PREFIX = "/ws-at/";
    /** The path of the Activation service. */
    public static final String ACTIVATION = PREFIX + "activation";
    /** The path of the Registration service. */
    public static final String REGISTRATION = PREFIX + "registration";
    /** The path of the service that initiators tell to end a transaction. */
    public static final String COMPLETION = PREFIX + "completion";
    /** The path of the service that tells initiators here what a coordinator elsewhere has done. */
    public static final String INITIATOR = PREFIX + "initiator";
    /** The path of the service that participants answer. */
    public static final String COORDINATOR = PREFIX + "coordinator";
    /** The path of the service that coordinators ask. */
    public static final String PARTICIPANT = PREFIX + "participant";

    /** Why there is no place here that others can send to; empty when there is. */
    public Optional<IllegalArgumentException> deafness() {
        try {
            Objects.requireNonNull(base.get());
            return Optional.empty();
        } catch (IllegalArgumentException nowhere) {
            return Optional.of(nowhere);
        }
    }

    /** Where a reference that is made here leads. */
    public EndpointReference place(OwnReference reference) {
        String path = switch (reference.kind()) {
            case REGISTRATION -> REGISTRATION;
            case COMPLETION -> COMPLETION;
            case VOLATILE, DURABLE -> COORDINATOR;
            case OWN_VOLATILE, OWN_DURABLE -> PARTICIPANT;
        };
        return reference.at(base.get() + path);
    }

    /** Whether a reference of others leads where this process may go (law 22). */
    public boolean mayCall(EndpointReference place) {
        try {
            return mayCall.test(HttpUrl.of(place.address()).address());
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Asks the node, for who is no node. */
    public void ask(String caller, Request request, Consumer<Response> reply) {
        ask(caller, null, request, reply);
    }

    /**
     * Asks the node.
     *
     * @param node who asks, as the key of its reference says; null for who is no node
     */
    public void ask(String caller, @Nullable NodeId node, Request request, Consumer<Response> reply) {
        inbound.ask(new Caller(node, caller), request, reply);
    }

    /**
     * Sends a notification, in SOAP 1.1, which every peer reads.
     *
     * @param related the identity of the message that it answers; null when it answers none
     */
    public void send(Sending sending, @Nullable String related) {
        send(sending, related, Outbox.Untaken.IGNORED);
    }

    /**
     * As above.
     *
     * @param untaken hears that it was not taken
     */
    public void send(Sending sending, @Nullable String related, Outbox.Untaken untaken) {
        Addressing addressing = notification(sending, related);
        outbox.send(SoapVersion.V1_1, addressing, sending.message(), sending.meant(), untaken);
    }

    /**
     * A notification that is sent.
     *
     * @param from by which reference it is answered
     * @param meant the same in words of the ports
     */
    public record Sending(EndpointReference to, OwnReference from, Notification message, Object meant) {}

    /** Who is told of what passes. */
    public Observation observation() {
        return outbox.observation();
    }

    /** The addressing of a notification; as for {@link #send}. */
    public Addressing notification(Sending sending, @Nullable String related) {
        Addressing addressing = Addressing.to(sending.to(), sending.message().action())
                .identified(Outbox.identity())
                .sentBy(place(sending.from()));
        return related == null ? addressing : addressing.relatedTo(related);
    }

    /** Sends a fault; {@code related} as for a notification. */
    public void sendFault(EndpointReference to, SoapFault fault, @Nullable String related) {
        outbox.send(SoapVersion.V1_1, to, Optional.ofNullable(related), fault);
    }
}
