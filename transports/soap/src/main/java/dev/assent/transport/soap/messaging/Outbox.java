package dev.assent.transport.soap.messaging;

import dev.assent.core.adapter.Chance;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.addressing.WsAddressing;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.http.HttpUrl;
import java.util.Optional;
import java.util.UUID;

/**
 * Sends messages that nobody waits for. What becomes of one is not told: who needs an answer hears it by a message, or
 * sends again.
 *
 * <p>Thread safety: safe to share.
 */
public final class Outbox {
    private static final long MILLIS_MAX = 10_000;

    private final HttpCaller caller;
    private final Messages messages;

    /** Sends by a caller, which opens and closes by itself. */
    public Outbox(HttpCaller caller, Messages messages) {
        this.caller = caller;
        this.messages = messages;
    }

    /** A fresh identity for a message. */
    public static String identity() {
        return "urn:uuid:" + new UUID(Chance.bits(), Chance.bits());
    }

    /** Sends a message. */
    public void send(SoapVersion version, Addressing addressing, ProtocolMessage message) {
        post(version, addressing, messages.write(version, addressing, message));
    }

    /**
     * Sends a fault.
     *
     * @param asked the identity of the message that it refuses; empty when it has none
     */
    public void send(SoapVersion version, EndpointReference to, Optional<String> asked, SoapFault fault) {
        Addressing addressing = Addressing.to(to, ProtocolFault.action(fault))
                .identified(identity())
                .answeredAt(EndpointReference.NONE)
                .relatedTo(asked.orElse(WsAddressing.UNSPECIFIED));
        post(version, addressing, messages.write(version, addressing, fault));
    }

    private void post(SoapVersion version, Addressing addressing, byte[] bytes) {
        String to = addressing.to();
        if (to == null) {
            throw new IllegalArgumentException("a message without an address is not sent: " + addressing);
        }
        HttpUrl url;
        try {
            url = HttpUrl.of(to);
        } catch (IllegalArgumentException nowhere) {
            return; // what others call an address need be none
        }
        caller.post(
                url,
                Entities.of(version, addressing.action(), bytes),
                soapAction(version, addressing),
                MILLIS_MAX,
                any -> {});
    }

    private static Optional<String> soapAction(SoapVersion version, Addressing addressing) {
        return version == SoapVersion.V1_1 ? Optional.of(addressing.action()) : Optional.empty();
    }
}
