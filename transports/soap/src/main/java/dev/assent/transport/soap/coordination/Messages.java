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
 * Messages of the protocols as bytes. What is wrong with one is found in steps, so that whoever has sent it can be told of
 * it as far as is known where: {@link #open}, then {@link AddressingHeaders#read}, then {@link #content}.
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
     * What a message says: a message of the protocols, or a fault.
     *
     * @param message null when it is a fault
     * @param fault null when it is none
     */
    public record Content(
            @Nullable ProtocolMessage message, @Nullable SoapFault fault) {}

    /**
     * The envelope of a message.
     *
     * @param encoding as for {@link XmlReader#read}
     * @throws FaultException when it is none
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
     * What an envelope with this addressing says.
     *
     * @throws FaultException when something in it must be understood and is not, or it says nothing that these protocols
     *     know
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
     * The fault that an envelope says, whatever its headers are.
     *
     * @throws FaultException when it says none
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
     * Refuses a message whose HTTP header SOAPAction, or whose parameter of the media type, says something else than its
     * addressing (WS-Addressing 1.0 SOAP Binding, section 2.1.1). It may be left out.
     *
     * @throws FaultException when it differs
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
     * A fault for who waits on the connection.
     *
     * @param asked the identity of the message that it refuses; empty when that is not known
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
