package dev.assent.transport.soap.coordination;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.addressing.WsAddressing;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import dev.assent.transport.soap.xml.XmlWriter;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Messages of the protocols as bytes. A message is read in steps, so that an error can be reported to the endpoint
 * known so far: {@link #open}, then {@link AddressingHeaders#read}, then {@link #content}.
 *
 * <p>Thread safety: safe to share.
 */
public final class Messages {
    private static final Set<String> ACTIONS = actions();

    private final XmlReader reader;
    private final XmlWriter writer = new XmlWriter();

    /** Messages within limits. */
    public Messages(XmlLimits limits) {
        this.reader = new XmlReader(limits);
    }

    private static Set<String> actions() {
        Set<String> actions = new java.util.HashSet<>();
        for (Notification each : Notification.values()) {
            actions.add(each.action());
        }
        actions.add(WsCoordination.action(WsCoordination.CREATE));
        actions.add(WsCoordination.action(WsCoordination.CREATE_RESPONSE));
        actions.add(WsCoordination.action(WsCoordination.REGISTER));
        actions.add(WsCoordination.action(WsCoordination.REGISTER_RESPONSE));
        return Set.copyOf(actions);
    }

    // ---- read

    /**
     * The content of a message: a message of the protocols, or a fault.
     *
     * @param message null if it is a fault
     * @param fault null if it is not a fault
     */
    public record Content(
            @Nullable ProtocolMessage message, @Nullable SoapFault fault) {}

    /**
     * The envelope of a message.
     *
     * @param encoding as for {@link XmlReader#read}
     * @throws FaultException if the bytes are not an envelope
     */
    public Envelope open(byte[] bytes, @Nullable String encoding) throws FaultException {
        Element root;
        try {
            root = reader.read(bytes, encoding);
        } catch (XmlException refused) {
            throw new FaultException(SoapVersion.V1_1, SoapFault.sender(MESSAGES.xmlRefused(refused.getMessage())));
        }
        return Envelope.read(root);
    }

    /**
     * The content of an envelope with this addressing.
     *
     * @throws FaultException if it has a header that must be understood and is not, or its content is not of these
     *     protocols
     */
    public static Content content(Envelope envelope, Addressing addressing) throws FaultException {
        envelope.checkUnderstood(AddressingHeaders::isUnderstood);
        SoapVersion version = envelope.version();
        Element body = envelope.body();
        try {
            if (body != null && SoapFault.isFault(body)) {
                return fault(envelope);
            }
            if (!ACTIONS.contains(addressing.action())) {
                throw AddressingFault.ACTION_NOT_SUPPORTED.refusal(
                        version, MESSAGES.actionUnknown(addressing.action()));
            }
            if (body == null) {
                throw new XmlException("the Body is empty");
            }
            ProtocolMessage message = ProtocolMessage.read(body);
            if (!message.action().equals(addressing.action())) {
                throw new XmlException("'" + body.name() + "' does not go by the action '" + addressing.action() + "'");
            }
            return new Content(message, null);
        } catch (XmlException refused) {
            throw ProtocolFault.INVALID_PARAMETERS.refusal(version, MESSAGES.contentRefused(refused.getMessage()));
        }
    }

    /**
     * The fault in an envelope, whatever its headers are.
     *
     * @throws FaultException if it has none
     */
    public static Content fault(Envelope envelope) throws FaultException {
        Element body = envelope.body();
        try {
            if (body == null) {
                throw new XmlException("the Body is empty");
            }
            return new Content(null, SoapFault.read(envelope.version(), body));
        } catch (XmlException refused) {
            throw ProtocolFault.INVALID_PARAMETERS.refusal(
                    envelope.version(), MESSAGES.contentRefused(refused.getMessage()));
        }
    }

    /**
     * Refuses a message whose action in the HTTP header SOAPAction, or in the media type, differs from the one in its
     * addressing (WS-Addressing 1.0 SOAP Binding, section 2.1.1). The former may be missing.
     *
     * @throws FaultException if they differ
     */
    public static void checkSoapAction(SoapVersion version, Optional<String> soapAction, Addressing addressing)
            throws FaultException {
        String said = soapAction.map(text -> text.replaceAll("^\"|\"$", "")).orElse("");
        if (!said.isEmpty() && !said.equals(addressing.action())) {
            throw AddressingFault.INVALID_ADDRESSING_HEADER.refusal(
                    version, MESSAGES.actionDiffers(said, addressing.action()));
        }
    }

    // ---- write

    /** A message. */
    public byte[] write(SoapVersion version, Addressing addressing, ProtocolMessage message) {
        return write(version, addressing, message.write());
    }

    /** A fault as a message. */
    public byte[] write(SoapVersion version, Addressing addressing, SoapFault fault) {
        return write(version, addressing, fault.write(version));
    }

    /**
     * A fault as an answer on the connection.
     *
     * @param asked the identity of the refused message; empty if it is not known
     */
    public byte[] writeFault(FaultException refusal, Optional<String> asked) {
        Addressing addressing = Addressing.to(EndpointReference.ANONYMOUS, ProtocolFault.action(refusal.fault()))
                .relatedTo(asked.orElse(WsAddressing.UNSPECIFIED));
        return write(refusal.version(), addressing, refusal.fault());
    }

    private byte[] write(SoapVersion version, Addressing addressing, Element body) {
        return writer.write(new Envelope(version, AddressingHeaders.write(version, addressing), body).write());
    }
}
