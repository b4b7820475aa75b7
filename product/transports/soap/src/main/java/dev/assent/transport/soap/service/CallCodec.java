package dev.assent.transport.soap.service;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

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
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls and replies as bytes, within limits. A Header that has come before is recognized by its bytes, and not parsed
 * again.
 *
 * <p>Thread safety: safe to share.
 */
public final class CallCodec {
    private static final String UTF_8 = StandardCharsets.UTF_8.name();
    private static final int DEPTH_MAX = 100;
    private static final int ELEMENTS_MAX = 1_000_000;

    /** The shortest useful value in a list. A message may have as many elements as there is room for such values. */
    private static final int ELEMENT_BYTES_MIN = "<item>1</item>".length();

    private static final int ATTRIBUTES_MAX = 100;

    /** In longer messages the time to parse the Header again does not matter. */
    private static final int SHORT_BYTES_MAX = 32 << 10;

    /** The size of {@code <a/>}. */
    private static final int ANY_ELEMENT_BYTES_MIN = 4;

    private final int bytesMax;
    private final String bytesKey;
    private final XmlReader reader;
    private final XmlWriter writer = new XmlWriter();
    private final KnownHeaders known = new KnownHeaders();
    private final int shortBytesMax;

    /**
     * A codec with a limit for the size of messages.
     *
     * @param bytesKey the key of the limit's setting, for messages
     */
    public CallCodec(int bytesMax, String bytesKey) {
        this.bytesMax = bytesMax;
        this.bytesKey = bytesKey;
        int elementsMax = Math.min(ELEMENTS_MAX, bytesMax / ELEMENT_BYTES_MIN);
        this.reader = new XmlReader(new XmlLimits(bytesMax, DEPTH_MAX, elementsMax, ATTRIBUTES_MAX));
        // so short that it can't exceed the limit of elements, with its Header or without
        this.shortBytesMax = Math.min(SHORT_BYTES_MAX, elementsMax * ANY_ELEMENT_BYTES_MIN);
    }

    /**
     * Reads a message.
     *
     * @throws FaultException if it is not a SOAP message
     */
    Envelope read(byte[] bytes, MediaType type) throws FaultException {
        boolean mayBeKnown = type.charset().map(UTF_8::equalsIgnoreCase).orElse(true) && bytes.length <= shortBytesMax;
        Envelope read = mayBeKnown ? readKnown(bytes, type) : null;
        return read == null ? readWhole(bytes, type) : read;
    }

    /**
     * Reads a message with a known Header; null if it is not known, or there is an error, which reading the whole
     * reports.
     */
    private @Nullable Envelope readKnown(byte[] bytes, MediaType type) {
        HeaderBytes header = HeaderBytes.in(bytes);
        List<Element> blocks = header == null ? List.of() : known.blocks(header);
        if (header == null || blocks.isEmpty()) {
            return null;
        }
        try {
            Envelope rest = readWhole(header.outOf(bytes), type);
            return new Envelope(rest.version(), blocks, rest.body());
        } catch (FaultException wrong) {
            return null;
        }
    }

    /** As {@link #read}, but always parses the whole message. */
    Envelope readWhole(byte[] bytes, MediaType type) throws FaultException {
        try {
            return Envelope.read(reader.read(bytes, type.charset().orElse(null)));
        } catch (XmlException refused) {
            throw new FaultException(SoapVersion.V1_1, SoapFault.sender(MESSAGES.xmlRefused(refused.getMessage())));
        }
    }

    /**
     * Writes a message.
     *
     * @throws ValueException if it is too large
     */
    byte[] write(Envelope envelope) throws ValueException {
        return checked(writer.write(envelope.write()));
    }

    /**
     * Writes a message of SOAP 1.1 with this Header.
     *
     * @throws ValueException if it is too large
     */
    byte[] write(HeaderBytes header, Element body) throws ValueException {
        return checked(header.into(writer.write(new Envelope(SoapVersion.V1_1, List.of(), body).write())));
    }

    private byte[] checked(byte[] bytes) throws ValueException {
        if (bytes.length > bytesMax) {
            throw new ValueException(MESSAGES.tooLarge(bytes.length, bytesMax, bytesKey));
        }
        return bytes;
    }

    /** A fault on the connection, with these header blocks. */
    Answer fault(SoapVersion version, List<Element> headers, SoapFault fault) {
        byte[] bytes = writer.write(new Envelope(version, headers, fault.write(version)).write());
        return Entities.ofFault(version, fault, Entities.of(version, bytes));
    }
}
