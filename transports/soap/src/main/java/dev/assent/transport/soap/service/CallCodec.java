package dev.assent.transport.soap.service;

import dev.assent.core.message.Message;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.messaging.Entities;
import dev.assent.transport.soap.value.ValueException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import dev.assent.transport.soap.xml.XmlWriter;
import java.util.List;

/**
 * Calls and replies as bytes, within limits.
 *
 * <p>Thread safety: safe to share.
 */
public final class CallCodec {
    private static final int DEPTH_MAX = 100;
    private static final int ELEMENTS_MAX = 1_000_000;

    /** The shortest value in a list that says something: so many of them as there is room for are read, and no more. */
    private static final int ELEMENT_BYTES_MIN = "<item>1</item>".length();

    private static final int ATTRIBUTES_MAX = 100;

    private final int bytesMax;
    private final XmlReader reader;
    private final XmlWriter writer = new XmlWriter();

    /** Messages that are not larger. */
    public CallCodec(int bytesMax) {
        this.bytesMax = bytesMax;
        int elementsMax = Math.min(ELEMENTS_MAX, bytesMax / ELEMENT_BYTES_MIN);
        this.reader = new XmlReader(new XmlLimits(bytesMax, DEPTH_MAX, elementsMax, ATTRIBUTES_MAX));
    }

    /**
     * Reads a message.
     *
     * @throws FaultException when it is none
     */
    Envelope read(byte[] bytes, MediaType type) throws FaultException {
        try {
            return Envelope.read(reader.read(bytes, type.charset().orElse(null)));
        } catch (XmlException refused) {
            throw new FaultException(
                    SoapVersion.V1_1, SoapFault.sender(Message.SOAP_XML_REFUSED.text(refused.getMessage())));
        }
    }

    /**
     * Writes a message.
     *
     * @throws ValueException when it is too large
     */
    byte[] write(Envelope envelope) throws ValueException {
        byte[] bytes = writer.write(envelope.write());
        if (bytes.length > bytesMax) {
            throw new ValueException(Message.SOAP_TOO_LARGE.text(bytes.length, bytesMax));
        }
        return bytes;
    }

    /** A fault on the connection, with these header blocks. */
    Answer fault(SoapVersion version, List<Element> headers, SoapFault fault) {
        byte[] bytes = writer.write(new Envelope(version, headers, fault.write(version)).write());
        return Entities.ofFault(version, fault, Entities.of(version, bytes));
    }
}
