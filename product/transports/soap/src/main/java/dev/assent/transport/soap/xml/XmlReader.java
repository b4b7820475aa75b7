package dev.assent.transport.soap.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;
import org.jspecify.annotations.Nullable;

/**
 * Reads XML 1.0 within limits. It refuses document types, so that nothing is expanded or fetched; processing
 * instructions, as SOAP demands (SOAP 1.1, section 3); and encodings that not every XML processor must read.
 *
 * <p>Thread safety: safe to share.
 */
public final class XmlReader {
    private static final Set<String> ENCODINGS = Set.of("UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "US-ASCII");

    private final XmlLimits limits;
    private final XMLInputFactory factory; // safe to share once it is configured, as its documentation says

    /** A reader with these limits. */
    public XmlReader(XmlLimits limits) {
        this.limits = limits;
        this.factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(XMLInputFactory2.P_INTERN_NS_URIS, false);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, limits.depthMax());
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, (long) limits.elementsMax());
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, limits.attributesMax());
    }

    /**
     * The root of a document.
     *
     * @param encoding the one that the transport gives; null if the document itself gives it (RFC 7303, section 3)
     * @throws XmlException if it is not XML, or exceeds the limits
     */
    public Element read(byte[] document, @Nullable String encoding) throws XmlException {
        if (document.length > limits.bytesMax()) {
            throw new XmlException(document.length + " bytes are too many; allowed are " + limits.bytesMax());
        }
        checkEncoding(encoding);
        try {
            XMLStreamReader in = factory.createXMLStreamReader(new ByteArrayInputStream(document), encoding);
            try {
                return readDocument(in);
            } finally {
                in.close();
            }
        } catch (XMLStreamException refused) {
            throw new XmlException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static void checkEncoding(@Nullable String encoding) throws XmlException {
        if (encoding != null && !ENCODINGS.contains(encoding.toUpperCase(Locale.ROOT))) {
            throw new XmlException("the encoding '" + encoding + "' is not supported; allowed are "
                    + StandardCharsets.UTF_8 + " and " + StandardCharsets.UTF_16);
        }
    }

    private static Element readDocument(XMLStreamReader in) throws XMLStreamException, XmlException {
        checkEncoding(in.getCharacterEncodingScheme());
        if ("1.1".equals(in.getVersion())) {
            throw new XmlException("XML 1.1 is not supported; send 1.0");
        }
        Element root = null;
        while (in.hasNext()) {
            if (in.next() == XMLStreamConstants.START_ELEMENT) {
                root = readElement(in, NamespaceScope.NONE);
            } else {
                checkAllowed(in);
            }
        }
        if (root == null) {
            throw new XmlException("there is no element");
        }
        return root;
    }

    /** Reads the element that has begun; the parser bounds its depth. */
    private static Element readElement(XMLStreamReader in, NamespaceScope around)
            throws XMLStreamException, XmlException {
        QName name = in.getName();
        NamespaceScope scope = around.of(in);
        Map<String, String> bindings = new LinkedHashMap<>(0);
        Map<QName, String> attributes = attributes(in, scope, bindings);
        List<Node> content = new ArrayList<>(1);
        StringBuilder text = new StringBuilder(0);
        while (in.next() != XMLStreamConstants.END_ELEMENT) {
            if (in.isCharacters()) {
                text.append(in.getText());
            } else if (in.isStartElement()) {
                addText(content, text);
                content.add(readElement(in, scope));
            } else {
                checkAllowed(in);
            }
        }
        addText(content, text);
        for (Node each : content) {
            if (each instanceof Node.Text own) {
                bind(scope, own.value(), bindings);
            }
        }
        return new Element(name, attributes, bindings, content);
    }

    private static Map<QName, String> attributes(
            XMLStreamReader in, NamespaceScope scope, Map<String, String> bindings) {
        int count = in.getAttributeCount();
        if (count == 0) {
            return Map.of();
        }
        Map<QName, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            attributes.put(in.getAttributeName(i), in.getAttributeValue(i));
            bind(scope, in.getAttributeValue(i), bindings);
        }
        return attributes;
    }

    private static void addText(List<Node> content, StringBuilder text) {
        if (!text.isEmpty()) {
            content.add(new Node.Text(text.toString()));
            text.setLength(0);
        }
    }

    /** Keeps the namespaces of the prefixes in a text. */
    private static void bind(NamespaceScope scope, String text, Map<String, String> bindings) {
        Prefixes.in(text, prefix -> {
            String namespace = prefix.startsWith("xml") ? null : scope.find(prefix);
            if (namespace != null) {
                bindings.put(prefix, namespace);
            }
        });
    }

    private static void checkAllowed(XMLStreamReader in) throws XmlException {
        switch (in.getEventType()) {
            case XMLStreamConstants.DTD -> throw new XmlException("it has a document type, which is not allowed");
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw new XmlException("the entity '" + in.getLocalName() + "' is not known, and none may be defined");
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                throw new XmlException("it has a processing instruction, which is not allowed");
            default -> {
                // comments, spaces around the root, and the end
            }
        }
    }
}
