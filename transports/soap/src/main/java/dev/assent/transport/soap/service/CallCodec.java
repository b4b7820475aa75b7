package dev.assent.transport.soap.service;

import dev.assent.core.message.Message;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.value.ValueException;
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
    private static final int ATTRIBUTES_MAX = 100;

    private final int bytesMax;
    private final XmlReader reader;
    private final XmlWriter writer = new XmlWriter();

    /** Messages that are not larger. */
    public CallCodec(int bytesMax) {
        this.bytesMax = bytesMax;
        this.reader = new XmlReader(new XmlLimits(bytesMax, DEPTH_MAX, ELEMENTS_MAX, ATTRIBUTES_MAX));
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

    /** What HTTP says of a message. */
    Entity entity(SoapVersion version, byte[] bytes) {
        return new Entity(version.mediaType() + "; charset=utf-8", bytes);
    }

    /** A fault on the connection: SOAP 1.1, section 6.2; SOAP 1.2 Adjuncts, section 7.5.2.2. */
    Answer fault(SoapVersion version, SoapFault fault) {
        boolean isSenders = version == SoapVersion.V1_2 && fault.code() == SoapFault.Code.SENDER;
        byte[] bytes = writer.write(new Envelope(version, List.of(), fault.write(version)).write());
        return new Answer(isSenders ? 400 : 500, entity(version, bytes));
    }
}
