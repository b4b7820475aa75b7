package dev.assent.transport.soap.handler;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.ProtocolFault;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.service.FailureElement;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import jakarta.xml.soap.SOAPBody;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The context as a header block of messages of other stacks, and faults for them. Pure functions. */
final class Blocks {
    private Blocks() {}

    static boolean isOutbound(SOAPMessageContext message) {
        return Boolean.TRUE.equals(message.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY));
    }

    /** A context, and whether it must be understood. */
    record Found(Element context, boolean mustBeUnderstood) {}

    /**
     * The contexts in a message that are for this endpoint, of any type of coordination, in their order.
     *
     * @param roles the roles of the endpoint besides those that its stack reports
     */
    static List<Found> contexts(SOAPMessageContext message, Set<String> roles) {
        SOAPHeader header = header(message.getMessage());
        if (header == null) {
            return List.of();
        }
        SoapVersion version = version(header);
        List<Found> contexts = new ArrayList<>(1);
        header.examineAllHeaderElements().forEachRemaining(each -> {
            if (each.getElementQName().equals(CoordinationContext.NAME)) {
                Element read = DomElements.read(each);
                if (version.isOwn(read, roles) || version.isOwn(read, message.getRoles())) {
                    contexts.add(new Found(read, each.getMustUnderstand()));
                }
            }
        });
        return contexts;
    }

    private static @Nullable SOAPHeader header(SOAPMessage message) {
        try {
            return message.getSOAPHeader();
        } catch (SOAPException none) { // SAAJ throws it for a message without a header
            return null;
        }
    }

    /** Adds the context to a message; the receiver must understand it. */
    static void add(SOAPMessageContext message, Element context) {
        try {
            SOAPHeader header = header(message.getMessage());
            if (header == null) {
                header = message.getMessage().getSOAPPart().getEnvelope().addHeader();
            }
            QName name =
                    new QName(context.name().getNamespaceURI(), context.name().getLocalPart(), "wscoor");
            SOAPHeaderElement block = header.addHeaderElement(name);
            DomElements.fill(block, context);
            block.setMustUnderstand(true);
        } catch (SOAPException failed) {
            throw new ProtocolException(MESSAGES.contentRefused(failed.getMessage()), failed);
        }
    }

    /**
     * Whether a fault makes the result of the work clear: a node of Assent says it, a detail comes from the
     * application, and a refusal means that nothing was done. A fault that can't be read does not. Assent reads it
     * itself, since SAAJ may throw anything at it.
     */
    static boolean isClear(SOAPFault fault) {
        SoapFault read;
        try {
            read = SoapFault.read(version(fault), DomElements.read(fault));
        } catch (XmlException unread) {
            return false;
        }
        boolean isTold = read.detail() != null || ProtocolFault.isRefusal(read.code(), read.subcode());
        return FailureElement.isRollbackOnly(read)
                .map(isToRollBack -> !isToRollBack)
                .orElse(isTold);
    }

    private static SoapVersion version(SOAPElement element) {
        return SoapVersion.of(element.getNamespaceURI()).orElse(SoapVersion.V1_1);
    }

    // ---- faults that are sent

    /** The exception for a refused message. The program gets it, or the stack sends it to the caller as a fault. */
    static SOAPFaultException refusal(SOAPMessageContext message, String reason) {
        QName code = ProtocolFault.INVALID_PARAMETERS.subcode();
        try {
            SoapVersion version = version(message.getMessage().getSOAPPart().getEnvelope());
            if (version == SoapVersion.V1_1) {
                return new SOAPFaultException(factory(version).createFault(reason, code));
            }
            SOAPFault fault = factory(version).createFault(reason, SOAPConstants.SOAP_SENDER_FAULT);
            fault.appendFaultSubcode(code);
            return new SOAPFaultException(fault);
        } catch (SOAPException failed) {
            throw new ProtocolException(reason, failed);
        }
    }

    /** The exception for work that can only roll back, without a code that means that nothing was done. */
    static SOAPFaultException failure(SOAPMessageContext message, String reason) {
        try {
            SoapVersion version = version(message.getMessage().getSOAPPart().getEnvelope());
            return new SOAPFaultException(factory(version).createFault(reason, receiver(version)));
        } catch (SOAPException failed) {
            throw new ProtocolException(reason, failed);
        }
    }

    /** Replaces the fault of a message by the one of {@link #failure}. */
    static void replaceFault(SOAPMessageContext message, String reason) {
        try {
            SOAPBody body = message.getMessage().getSOAPBody();
            body.removeContents();
            body.addFault(receiver(version(body)), reason);
        } catch (SOAPException failed) {
            throw new ProtocolException(reason, failed);
        }
    }

    private static SOAPFactory factory(SoapVersion version) throws SOAPException {
        return SOAPFactory.newInstance(
                version == SoapVersion.V1_1 ? SOAPConstants.SOAP_1_1_PROTOCOL : SOAPConstants.SOAP_1_2_PROTOCOL);
    }

    private static QName receiver(SoapVersion version) {
        return version == SoapVersion.V1_1 ? version.name("Server") : SOAPConstants.SOAP_RECEIVER_FAULT;
    }
}
