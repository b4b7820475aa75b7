package dev.assent.transport.soap.desk;

import dev.assent.NodeId;
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
 * The parts that the services of a process share: the node, their addresses, and the sending of messages.
 *
 * <p>Thread safety: safe to share.
 *
 * @param inbound takes the messages of others
 * @param base the URL of the services, such as {@code http://127.0.0.1:8080}; called for each message
 * @param mayCall whether an address that others send may be called (law 22)
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
    /** The prefix of the services' paths; no exported object has such a name. */
    public static final String PREFIX = "/ws-at/";
    /** The path of the Activation service. */
    public static final String ACTIVATION = PREFIX + "activation";
    /** The path of the Registration service. */
    public static final String REGISTRATION = PREFIX + "registration";
    /** The path of the service that ends transactions for initiators. */
    public static final String COMPLETION = PREFIX + "completion";
    /** The path of the service that takes outcomes from coordinators elsewhere, for initiators here. */
    public static final String INITIATOR = PREFIX + "initiator";
    /** The path of the service that takes the messages of participants elsewhere. */
    public static final String COORDINATOR = PREFIX + "coordinator";
    /** The path of the service that takes the messages of coordinators elsewhere. */
    public static final String PARTICIPANT = PREFIX + "participant";

    /** The reason why others can't send to this process; empty if they can. */
    public Optional<IllegalArgumentException> deafness() {
        try {
            Objects.requireNonNull(base.get());
            return Optional.empty();
        } catch (IllegalArgumentException nowhere) {
            return Optional.of(nowhere);
        }
    }

    /** The endpoint of a reference of this process. */
    public EndpointReference place(OwnReference reference) {
        String path = switch (reference.kind()) {
            case REGISTRATION -> REGISTRATION;
            case COMPLETION -> COMPLETION;
            case VOLATILE, DURABLE -> COORDINATOR;
            case OWN_VOLATILE, OWN_DURABLE -> PARTICIPANT;
        };
        return reference.at(base.get() + path);
    }

    /** Whether this process may call the address of others' reference (law 22). */
    public boolean mayCall(EndpointReference place) {
        try {
            return mayCall.test(HttpUrl.of(place.address()).address());
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Asks the node, for a caller that is not a node. */
    public void ask(String caller, Request request, Consumer<Response> reply) {
        ask(caller, null, request, reply);
    }

    /**
     * Asks the node.
     *
     * @param node the caller's node, as the key of its reference proves; null if the caller is not a node
     */
    public void ask(String caller, @Nullable NodeId node, Request request, Consumer<Response> reply) {
        inbound.ask(new Caller(node, caller), request, reply);
    }

    /**
     * Sends a notification, in SOAP 1.1, which every peer reads.
     *
     * @param related the identity of the message that it answers; null if it answers none
     */
    public void send(Sending sending, @Nullable String related) {
        send(sending, related, Outbox.Untaken.IGNORED);
    }

    /**
     * Sends a notification, as {@link #send(Sending, String)} does.
     *
     * @param untaken hears if it was not accepted
     */
    public void send(Sending sending, @Nullable String related, Outbox.Untaken untaken) {
        Addressing addressing = notification(sending, related);
        outbox.send(SoapVersion.V1_1, addressing, sending.message(), sending.meant(), untaken);
    }

    /**
     * A notification to send.
     *
     * @param from the reference for its answer
     * @param meant its meaning as a request or response of {@code dev.assent.remote}
     */
    public record Sending(EndpointReference to, OwnReference from, Notification message, Object meant) {}

    /** Reports messages to the observer. */
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
