package dev.assent.transport.soap.handler;

import dev.assent.core.message.Message;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
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

    /** The contexts that a message has for who reads it, of whatever type of coordination, in their order. */
    static List<Found> contexts(SOAPMessageContext message) {
        SOAPHeader header = header(message.getMessage());
        if (header == null) {
            return List.of();
        }
        SoapVersion version = SoapVersion.of(header.getNamespaceURI()).orElse(SoapVersion.V1_1);
        List<Found> contexts = new ArrayList<>(1);
        header.examineAllHeaderElements().forEachRemaining(each -> {
            if (each.getElementQName().equals(CoordinationContext.NAME)) {
                Element read = DomElements.read(each);
                if (version.isOwn(read)) {
                    contexts.add(new Found(read, each.getMustUnderstand()));
                }
            }
        });
        return contexts;
    }

    private static @Nullable SOAPHeader header(SOAPMessage message) {
        try {
            return message.getSOAPHeader();
        } catch (SOAPException none) { // as SAAJ says it of a message without one
            return null;
        }
    }

    /** Puts the context into a message; who gets it must understand it. */
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
            throw new ProtocolException(Message.SOAP_CONTENT_REFUSED.text(failed.getMessage()), failed);
        }
    }

    /** What a program is told, or its caller, as its stack makes faults of it. */
    static SOAPFaultException fault(SOAPMessageContext message, QName code, String reason) {
        try {
            SOAPElement envelope = message.getMessage().getSOAPPart().getEnvelope();
            boolean isNew = envelope.getNamespaceURI().equals(SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE);
            SOAPFactory factory =
                    SOAPFactory.newInstance(isNew ? SOAPConstants.SOAP_1_2_PROTOCOL : SOAPConstants.SOAP_1_1_PROTOCOL);
            QName plain = isNew ? SOAPConstants.SOAP_SENDER_FAULT : code;
            SOAPFault fault = factory.createFault(reason, plain);
            if (isNew) {
                fault.appendFaultSubcode(code);
            }
            return new SOAPFaultException(fault);
        } catch (SOAPException failed) {
            throw new ProtocolException(reason, failed);
        }
    }
}
