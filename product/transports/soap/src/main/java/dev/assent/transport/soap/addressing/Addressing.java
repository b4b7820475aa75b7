package dev.assent.transport.soap.addressing;

import dev.assent.transport.soap.xml.Element;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The addressing of a message and its answer (WS-Addressing 1.0 Core, section 3). Immutable.
 *
 * @param to the receiver's address; null for an answer on the connection
 * @param action the meaning of the message
 * @param messageId its identity; null if it gets no answer
 * @param relatesTo the identity of the message that it answers; null if it answers none
 * @param replyTo the endpoint for its answer; null for an answer on the connection
 * @param faultTo the endpoint for a fault; null for the one of the answer
 * @param from the sender; null if the message does not name it
 * @param parameters of the reference that it was sent to
 */
public record Addressing(
        @Nullable String to,
        String action,
        @Nullable String messageId,
        @Nullable String relatesTo,
        @Nullable EndpointReference replyTo,
        @Nullable EndpointReference faultTo,
        @Nullable EndpointReference from,
        List<Element> parameters) {
    /** Copies the list. */
    public Addressing {
        parameters = List.copyOf(parameters);
    }

    /** A message that expects no answer. */
    public static Addressing to(EndpointReference place, String action) {
        return new Addressing(place.address(), action, null, null, null, null, null, place.parameters());
    }

    /** This addressing with an identity. */
    public Addressing identified(String id) {
        return new Addressing(to, action, id, relatesTo, replyTo, faultTo, from, parameters);
    }

    /** This addressing as the answer to a message. */
    public Addressing relatedTo(String id) {
        return new Addressing(to, action, messageId, id, replyTo, faultTo, from, parameters);
    }

    /** This addressing with an endpoint for the answer. */
    public Addressing answeredAt(EndpointReference place) {
        return new Addressing(to, action, messageId, relatesTo, place, faultTo, from, parameters);
    }

    /**
     * This addressing for a notification from an endpoint that also takes faults (WS-AtomicTransaction 1.2, section 8):
     * it gets no answer, and what follows comes by a message of its own.
     */
    public Addressing sentBy(EndpointReference place) {
        return new Addressing(to, action, messageId, relatesTo, EndpointReference.NONE, place, place, parameters);
    }

    /** The endpoint for the answer (Core, section 3.4). */
    public EndpointReference answers() {
        return Objects.requireNonNullElse(replyTo, EndpointReference.ANONYMOUS);
    }

    /** The endpoint for a fault that answers a request (Core, section 3.4). */
    public EndpointReference faults() {
        return Objects.requireNonNullElseGet(faultTo, this::answers);
    }

    /**
     * The endpoint for a fault that answers a notification: the first of FaultTo, ReplyTo and From that is neither
     * anonymous nor none (WS-AtomicTransaction 1.2, section 8); null if none is.
     */
    public @Nullable EndpointReference notifiedFaults() {
        EndpointReference[] places = {faultTo, replyTo, from};
        for (EndpointReference each : places) {
            if (each != null && !each.isNone() && !each.isAnonymous()) {
                return each;
            }
        }
        return null;
    }
}
