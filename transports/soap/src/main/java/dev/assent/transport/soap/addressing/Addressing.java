package dev.assent.transport.soap.addressing;

import dev.assent.transport.soap.xml.Element;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * By which a message finds its way, and its answer the way back (WS-Addressing 1.0 Core, section 3). Immutable.
 *
 * @param to the address it goes to; null for who waits on the connection
 * @param action what it means
 * @param messageId null when nobody answers it
 * @param relatesTo the identity of the message that it answers; null when it answers none
 * @param replyTo where its answer goes; null for who waits on the connection
 * @param faultTo where a fault goes; null when that is where its answer goes
 * @param from who has sent it; null when it does not say so
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

    /** A message to a place that asks for nothing. */
    public static Addressing to(EndpointReference place, String action) {
        return new Addressing(place.address(), action, null, null, null, null, null, place.parameters());
    }

    /** The same with an identity of its own. */
    public Addressing identified(String id) {
        return new Addressing(to, action, id, relatesTo, replyTo, faultTo, from, parameters);
    }

    /** The same as the answer to a message. */
    public Addressing relatedTo(String id) {
        return new Addressing(to, action, messageId, id, replyTo, faultTo, from, parameters);
    }

    /** The same, with where its answer goes. */
    public Addressing answeredAt(EndpointReference place) {
        return new Addressing(to, action, messageId, relatesTo, place, faultTo, from, parameters);
    }

    /**
     * The same from a place that takes faults, too, as a notification is sent (WS-AtomicTransaction 1.2, section 8): no
     * answer goes back, and what follows is sent by a message of its own.
     */
    public Addressing sentBy(EndpointReference place) {
        return new Addressing(to, action, messageId, relatesTo, EndpointReference.NONE, place, place, parameters);
    }

    /** Where its answer goes (Core, section 3.4). */
    public EndpointReference answers() {
        return Objects.requireNonNullElse(replyTo, EndpointReference.ANONYMOUS);
    }

    /** Where a fault goes when it is asked and answered (Core, section 3.4). */
    public EndpointReference faults() {
        return Objects.requireNonNullElseGet(faultTo, this::answers);
    }

    /**
     * Where a fault goes when nobody waits for an answer: FaultTo, else ReplyTo, else From, the first that is a place of its
     * own (WS-AtomicTransaction 1.2, section 8); null when none is.
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
