package dev.assent.transport.soap.envelope;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A SOAP message: header blocks, and a body of one element or of none. After reading, it has only the blocks that are
 * for this process (SOAP 1.1, section 4.2.2; SOAP 1.2, section 2.2). Immutable.
 *
 * @param body null if it is empty
 */
public record Envelope(
        SoapVersion version,
        List<Element> headers,
        @Nullable Element body) {
    private static final Set<String> TRUE = Set.of("1", "true");

    /** Copies the list. */
    public Envelope {
        headers = List.copyOf(headers);
    }

    /**
     * Reads an envelope.
     *
     * @throws FaultException if it is not an envelope, or has another version
     */
    public static Envelope read(Element root) throws FaultException {
        SoapVersion version = version(root);
        try {
            return read(version, root);
        } catch (XmlException refused) {
            throw new FaultException(version, SoapFault.sender(MESSAGES.envelopeRefused(refused.getMessage())));
        }
    }

    private static SoapVersion version(Element root) throws FaultException {
        Optional<SoapVersion> version = SoapVersion.of(root.name().getNamespaceURI());
        boolean isEnvelope = root.name().getLocalPart().equals("Envelope");
        if (isEnvelope && version.isPresent()) {
            return version.get();
        }
        String text = MESSAGES.envelopeRefused("its root is '" + root.name() + "'");
        throw new FaultException(
                version.orElse(SoapVersion.V1_1),
                isEnvelope ? new SoapFault(SoapFault.Code.VERSION_MISMATCH, null, text, null) : SoapFault.sender(text));
    }

    private static Envelope read(SoapVersion version, Element root) throws XmlException {
        Element header = root.find(version.name("Header"));
        Element body = root.get(version.name("Body"));
        int known = header == null ? 1 : 2;
        if (root.children().size() != known || !root.children().get(known - 1).equals(body)) {
            throw new XmlException("it has elements other than an optional Header and then a Body");
        }
        if (root.hasOwnText() || body.hasOwnText() || (header != null && header.hasOwnText())) {
            throw new XmlException("there is text between its elements");
        }
        List<Element> content = body.children();
        if (content.size() > 1) {
            throw new XmlException("its Body has " + content.size() + " elements; one is allowed, or none");
        }
        List<Element> headers = header == null ? new ArrayList<>(0) : header.children();
        headers.removeIf(each -> !version.isOwn(each));
        return new Envelope(version, headers, content.isEmpty() ? null : content.get(0));
    }

    /** Writes the envelope. */
    public Element write() {
        List<Element> parts = new ArrayList<>(2);
        if (!headers.isEmpty()) {
            parts.add(Element.of(version.name("Header"), headers));
        }
        parts.add(Element.of(version.name("Body"), body == null ? List.of() : List.of(body)));
        return Element.of(version.name("Envelope"), parts);
    }

    /** Its first header block of this name. */
    public Optional<Element> header(QName name) {
        return headers.stream().filter(each -> each.is(name)).findFirst();
    }

    /**
     * Refuses a received message with a header block that must be understood and is not (SOAP 1.1, section 4.2.3; SOAP
     * 1.2, section 5.2.3).
     *
     * @throws FaultException with the names of such blocks
     */
    public void checkUnderstood(Predicate<Element> understood) throws FaultException {
        List<String> not = new ArrayList<>(0);
        for (Element each : headers) {
            if (mustBeUnderstood(each) && !understood.test(each)) {
                not.add(each.name().toString());
            }
        }
        if (!not.isEmpty()) {
            String text = MESSAGES.notUnderstood(String.join(", ", not));
            throw new FaultException(version, new SoapFault(SoapFault.Code.MUST_UNDERSTAND, null, text, null));
        }
    }

    private boolean mustBeUnderstood(Element header) {
        return TRUE.contains(header.attribute(version.name("mustUnderstand")).orElse("0"));
    }
}
