package dev.assent.transport.soap.service;

import dev.assent.transport.soap.desk.Memo;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A cache of parsed Headers, so that a Header that goes with many messages is parsed once. Whatever others send, it
 * takes a few MiB at most.
 *
 * <p>Thread safety: safe to share.
 */
final class KnownHeaders {
    private static final XmlLimits LIMITS = new XmlLimits(2 * HeaderBytes.BYTES_MAX, 20, 3 + Memo.ELEMENT_SIZE_MAX, 20);

    private final XmlReader reader = new XmlReader(LIMITS);
    private final Memo<HeaderBytes, List<Element>> known = new Memo<>();

    /** The blocks of a Header; none if it must be parsed with its message. */
    List<Element> blocks(HeaderBytes header) {
        return known.get(header, this::read);
    }

    private List<Element> read(HeaderBytes header) {
        try {
            Envelope alone = Envelope.read(reader.read(header.alone(), StandardCharsets.UTF_8.name()));
            return Memo.isShort(alone.headers()) ? alone.headers() : List.of();
        } catch (XmlException | FaultException none) {
            return List.of();
        }
    }
}
