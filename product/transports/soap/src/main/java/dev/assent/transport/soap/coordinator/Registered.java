package dev.assent.transport.soap.coordinator;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.BranchRef;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;

/**
 * A participant elsewhere. Immutable.
 *
 * @param reference the reference for its answers
 * @param place the endpoint for messages to it
 * @param address both for log records; also identifies a stranger
 */
record Registered(OwnReference reference, EndpointReference place, String address) {
    /**
     * A participant that registers.
     *
     * @param transaction the reference with which it registers
     * @throws IllegalArgumentException if its place can't be called, or is too long for a record
     */
    static Registered of(Keys keys, OwnReference transaction, Protocol protocol, EndpointReference place) {
        Kind kind = protocol == Protocol.VOLATILE_2PC ? Kind.VOLATILE : Kind.DURABLE;
        String holder = OwnReference.in(place.parameters())
                .filter(each -> each.kind().isOwnParticipants() && each.id().equals(transaction.id()))
                .map(each -> each.name().toString())
                .orElse("");
        String keptFor = holder.isEmpty() ? keptFor(place) : "";
        return of(keys.reference(kind, transaction.name(), transaction.id(), holder, keptFor), place);
    }

    /**
     * A participant with the reference that it got at its registration.
     *
     * @throws IllegalArgumentException as in {@link #of(Keys, OwnReference, Protocol, EndpointReference)}
     */
    static Registered of(OwnReference reference, EndpointReference place) {
        return new Registered(
                reference, place, EndpointAddress.of(reference, place).text());
    }

    private static String keptFor(EndpointReference place) {
        return place.address() + " " + place.parameters();
    }

    /** Whether the reference was made for this participant, and for no other one. */
    boolean isGenuine(Keys keys) {
        return keys.isGenuine(reference, reference.incarnation() == null ? keptFor(place) : "");
    }

    Protocol protocol() {
        return reference.kind() == Kind.VOLATILE ? Protocol.VOLATILE_2PC : Protocol.DURABLE_2PC;
    }

    BranchRef branch() {
        LocalTransactionId incarnation = reference.incarnation();
        return incarnation == null
                ? BranchRef.ofStranger(reference.id(), address)
                : new BranchRef(reference.id(), incarnation);
    }
}
