package dev.assent.transport.soap.messaging;

import dev.assent.core.adapter.Chance;
import dev.assent.transport.soap.addressing.Addressing;
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
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Reply;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages: notifications, whose answer, if any, is another message, and requests, whose answer comes on the
 * connection.
 *
 * <p>Thread safety: safe to share.
 */
public final class Outbox {
    private static final long MILLIS_MAX = 10_000;

    private static final Messages.Content NOTHING = new Messages.Content(null, null);

    private final Messages messages;
    private final Exchanges exchanges;
    private final Observation observation;

    /** Sends by these exchanges; others open and close them. */
    public Outbox(Messages messages, Exchanges exchanges, Observation observation) {
        this.messages = messages;
        this.exchanges = exchanges;
        this.observation = observation;
    }

    /** Reports messages to the observer. */
    public Observation observation() {
        return observation;
    }

    /** A fresh identity for a message. */
    public static String identity() {
        return "urn:uuid:" + new UUID(Chance.bits(), Chance.bits());
    }

    /**
     * Sends a message.
     *
     * @param meant its meaning as a request or response of {@code dev.assent.remote}
     * @param untaken hears if it was not accepted
     */
    public void send(
            SoapVersion version, Addressing addressing, ProtocolMessage message, Object meant, Untaken untaken) {
        post(version, addressing, messages.write(version, addressing, message), meant, untaken);
    }

    /** Hears that a message was not accepted. */
    @FunctionalInterface
    public interface Untaken {
        /** Ignores it. */
        Untaken IGNORED = fault -> {};

        /**
         * Called once at most, by any thread.
         *
         * @param fault the fault on the connection; null if there was none
         */
        void told(@Nullable SoapFault fault);
    }

    /**
     * Sends a fault.
     *
     * @param asked the identity of the refused message; empty if it has none
     */
    public void send(SoapVersion version, EndpointReference to, Optional<String> asked, SoapFault fault) {
        Addressing addressing = Addressing.to(to, ProtocolFault.action(fault))
                .identified(identity())
                .answeredAt(EndpointReference.NONE)
                .relatedTo(asked.orElse(WsAddressing.UNSPECIFIED));
        post(version, addressing, messages.write(version, addressing, fault), "fault", Untaken.IGNORED);
    }

    /** Whether a message was accepted, and the fault if not. */
    private record Taking(boolean isPossible, @Nullable SoapFault fault) {}

    private void post(SoapVersion version, Addressing addressing, byte[] bytes, Object meant, Untaken untaken) {
        String to = addressing.to();
        if (to == null) {
            throw new IllegalArgumentException("a message without an address is not sent: " + addressing.action());
        }
        HttpUrl url;
        try {
            url = HttpUrl.of(to);
        } catch (IllegalArgumentException nowhere) {
            untaken.told(null); // the address that others sent may be malformed
            return;
        }
        Consumer<Taking> told = taking -> {
            if (!taking.isPossible()) {
                untaken.told(taking.fault());
            }
        };
        exchanges.post(
                outgoing(version, url, addressing, bytes, true),
                size -> observation.sent(url.process(), meant, size),
                new Waiter<>(MILLIS_MAX, told, (mayHaveArrived, lost) -> new Taking(mayHaveArrived, null)),
                answered -> {
                    Heard heard = heard(url.process(), answered);
                    return new Taking(heard.isTaken(), heard.content().fault());
                });
    }

    private static Outgoing outgoing(
            SoapVersion version, HttpUrl to, Addressing addressing, byte[] bytes, boolean isNamedByOthers) {
        Map<String, String> headers =
                version == SoapVersion.V1_1 ? Map.of("SOAPAction", '"' + addressing.action() + '"') : Map.of();
        return new Outgoing(to, Entities.of(version, addressing.action(), bytes), headers, isNamedByOthers);
    }

    /**
     * Sends a message in SOAP 1.1 and waits for the answer on the connection.
     *
     * @param question its meaning as a request of {@code dev.assent.remote}
     * @param waiter gets the answer once
     * @param meant converts an answer
     * @throws IllegalArgumentException if nothing can be posted to its address
     */
    public <A> void ask(
            Addressing addressing,
            ProtocolMessage message,
            Object question,
            Waiter<A> waiter,
            Function<Heard, A> meant) {
        byte[] bytes = messages.write(SoapVersion.V1_1, addressing, message);
        HttpUrl to = HttpUrl.of(String.valueOf(addressing.to()));
        Outgoing out = outgoing(SoapVersion.V1_1, to, addressing, bytes, false);
        String peer = to.process();
        exchanges.post(
                out,
                size -> observation.sent(peer, question, size),
                waiter,
                answered -> meant.apply(heard(peer, answered)));
    }

    private Heard heard(String peer, Reply.Answered answered) {
        Entity entity = answered.entity();
        if (entity.bytes().length == 0) {
            return new Heard(peer, answered, NOTHING, "");
        }
        try {
            MediaType type = MediaType.of(entity.contentType());
            Envelope envelope = messages.open(entity.bytes(), type.charset().orElse(null));
            Messages.Content content = envelope.body() != null && SoapFault.isFault(envelope.body())
                    ? Messages.fault(envelope)
                    : Messages.content(envelope, AddressingHeaders.read(envelope));
            return new Heard(peer, answered, content, "");
        } catch (FaultException unread) { // the fault is this side's, not the other's
            return new Heard(peer, answered, NOTHING, unread.fault().reason());
        }
    }

    /**
     * An answer on the connection.
     *
     * @param peer the process that has answered
     * @param content neither a message nor a fault if the answer is empty, or can't be read
     * @param unread why it can't be read; empty if it could be, or is empty
     */
    public record Heard(String peer, Reply.Answered answered, Messages.Content content, String unread) {
        /** Whether the message was accepted, by the status of HTTP. */
        public boolean isTaken() {
            return answered.status() / 100 == 2 && content.fault() == null;
        }

        /** Whether the answer means that the message was not accepted, so that nothing was done for it. */
        public boolean isRefused() {
            SoapFault fault = content.fault();
            return fault == null
                    ? answered.status() / 100 == 4
                    : ProtocolFault.isRefusal(fault.code(), fault.subcode());
        }

        /** For display. */
        @Override
        public String toString() {
            SoapFault fault = content.fault();
            String said = unread.isEmpty() ? String.valueOf(content.message()) : "that can't be read: " + unread;
            return fault == null ? "HTTP " + answered.status() + " " + said : fault.reason();
        }
    }
}
