package dev.assent.transport.soap.addressing;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Addressing as header blocks (WS-Addressing 1.0 SOAP Binding). */
public final class AddressingHeaders {
    private static final Set<QName> KNOWN = Set.of(
            WsAddressing.TO,
            WsAddressing.ACTION,
            WsAddressing.MESSAGE_ID,
            WsAddressing.RELATES_TO,
            WsAddressing.REPLY_TO,
            WsAddressing.FAULT_TO,
            WsAddressing.FROM);

    private AddressingHeaders() {}

    /** Whether a message uses WS-Addressing. */
    public static boolean isUsed(Envelope envelope) {
        return envelope.headers().stream()
                .anyMatch(each -> each.name().getNamespaceURI().equals(WsAddressing.NAMESPACE));
    }

    // ---- read

    /**
     * Whether this process understands a header block: those of WS-Addressing, and reference parameters.
     */
    public static boolean isUnderstood(Element header) {
        return KNOWN.contains(header.name()) || isParameter(header);
    }

    /** Some peers write 1, some write true (XML Schema boolean). */
    private static boolean isParameter(Element header) {
        String value = header.attribute(WsAddressing.IS_REFERENCE_PARAMETER).orElse("");
        return value.equals("1") || value.equals("true");
    }

    /**
     * Reads the addressing of a message.
     *
     * @throws FaultException if it has no action, or a header is repeated or wrong
     */
    public static Addressing read(Envelope envelope) throws FaultException {
        try {
            Element action = find(envelope, WsAddressing.ACTION);
            if (action == null) {
                throw required(envelope.version(), WsAddressing.ACTION);
            }
            return new Addressing(
                    uri(find(envelope, WsAddressing.TO)),
                    EndpointReference.uri(action),
                    uri(find(envelope, WsAddressing.MESSAGE_ID)),
                    uri(envelope.header(WsAddressing.RELATES_TO).orElse(null)), // may be repeated
                    place(find(envelope, WsAddressing.REPLY_TO)),
                    place(find(envelope, WsAddressing.FAULT_TO)),
                    place(find(envelope, WsAddressing.FROM)),
                    parameters(envelope));
        } catch (XmlException refused) {
            throw AddressingFault.INVALID_ADDRESSING_HEADER.refusal(
                    envelope.version(), MESSAGES.headerRefused(refused.getMessage()));
        }
    }

    /** The identity of a message for a fault, if it can be read. */
    public static Optional<String> identity(Envelope envelope) {
        try {
            return Optional.ofNullable(uri(find(envelope, WsAddressing.MESSAGE_ID)));
        } catch (XmlException wrong) {
            return Optional.empty();
        }
    }

    /** The refusal for a missing header. */
    public static FaultException required(SoapVersion version, QName header) {
        return AddressingFault.MESSAGE_ADDRESSING_HEADER_REQUIRED.refusal(version, MESSAGES.headerRequired(header));
    }

    /** The header of a name; each may occur only once (SOAP Binding, section 3.2). */
    private static @Nullable Element find(Envelope envelope, QName name) throws XmlException {
        List<Element> found =
                envelope.headers().stream().filter(each -> each.is(name)).toList();
        if (found.size() > 1) {
            throw new XmlException("there are " + found.size() + " headers '" + name + "'; one is allowed");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    private static @Nullable String uri(@Nullable Element header) throws XmlException {
        return header == null ? null : EndpointReference.uri(header);
    }

    private static @Nullable EndpointReference place(@Nullable Element header) throws XmlException {
        return header == null ? null : EndpointReference.read(header);
    }

    /** The reference parameters without the attributes that senders add: the mark, and perhaps mustUnderstand. */
    private static List<Element> parameters(Envelope envelope) {
        return envelope.headers().stream()
                .filter(each -> isParameter(each) && !KNOWN.contains(each.name()))
                .map(each -> each.without(WsAddressing.IS_REFERENCE_PARAMETER)
                        .without(envelope.version().name("mustUnderstand")))
                .toList();
    }

    // ---- write

    /** The header blocks of a message; Action and To must be understood. */
    public static List<Element> write(SoapVersion version, Addressing addressing) {
        QName mustUnderstand = version.name("mustUnderstand");
        List<Element> headers = new ArrayList<>();
        headers.add(Element.ofText(WsAddressing.ACTION, addressing.action()).with(mustUnderstand, "1"));
        String to = addressing.to();
        if (to != null) {
            headers.add(Element.ofText(WsAddressing.TO, to).with(mustUnderstand, "1"));
        }
        add(headers, WsAddressing.MESSAGE_ID, addressing.messageId());
        add(headers, WsAddressing.RELATES_TO, addressing.relatesTo());
        add(headers, WsAddressing.REPLY_TO, addressing.replyTo());
        add(headers, WsAddressing.FAULT_TO, addressing.faultTo());
        add(headers, WsAddressing.FROM, addressing.from());
        for (Element each : addressing.parameters()) {
            headers.add(each.with(WsAddressing.IS_REFERENCE_PARAMETER, "true"));
        }
        return headers;
    }

    private static void add(List<Element> headers, QName name, @Nullable String text) {
        if (text != null) {
            headers.add(Element.ofText(name, text));
        }
    }

    private static void add(List<Element> headers, QName name, @Nullable EndpointReference place) {
        if (place != null) {
            headers.add(place.write(name));
        }
    }
}
