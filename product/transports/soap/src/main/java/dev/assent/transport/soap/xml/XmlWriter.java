package dev.assent.transport.soap.xml;

import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes XML 1.0 in UTF-8. It declares a namespace where it is first needed, with the prefix in the name if that is
 * free.
 *
 * <p>Thread safety: safe to share.
 */
public final class XmlWriter {
    private final XMLOutputFactory factory = new WstxOutputFactory(); // safe to share, without further configuration

    /**
     * A document with this root.
     *
     * @throws IllegalArgumentException if it has characters that XML does not allow, such as U+0000
     */
    public byte[] write(Element root) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(2048);
        try {
            XMLStreamWriter writer = factory.createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            writer.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
            write(writer, root, Map.of(XMLConstants.DEFAULT_NS_PREFIX, XMLConstants.NULL_NS_URI));
            writer.writeEndDocument();
            writer.close();
        } catch (XMLStreamException refused) {
            throw new IllegalArgumentException("it can't be written as XML: " + refused.getMessage(), refused);
        }
        return out.toByteArray();
    }

    private static void write(XMLStreamWriter out, Element element, Map<String, String> outer)
            throws XMLStreamException {
        QName name = element.name();
        Map<String, String> prefixes = outer;
        if (isPlain(element, outer)) {
            out.writeStartElement(name.getPrefix(), name.getLocalPart(), name.getNamespaceURI());
        } else {
            prefixes = begin(out, element, outer);
        }
        for (Node each : element.content()) {
            if (each instanceof Element child) {
                write(out, child, prefixes);
            } else if (each instanceof Node.Text text) {
                out.writeCharacters(text.value());
            }
        }
        out.writeEndElement();
    }

    /** Whether an element, as most do, has only a name, whose prefix already has the right namespace around it. */
    private static boolean isPlain(Element element, Map<String, String> outer) {
        QName name = element.name();
        return element.attributes().isEmpty()
                && element.bindings().isEmpty()
                && name.getNamespaceURI().equals(outer.get(name.getPrefix()));
    }

    /** Writes the start tag with namespaces and attributes, and returns the prefixes in the element. */
    private static Map<String, String> begin(XMLStreamWriter out, Element element, Map<String, String> outer)
            throws XMLStreamException {
        Scope scope = new Scope(outer, element);
        QName name = element.name();
        out.writeStartElement(scope.prefix(name, true), name.getLocalPart(), name.getNamespaceURI());
        Map<QName, String> prefixes = new HashMap<>();
        element.attributes().keySet().forEach(each -> prefixes.put(each, scope.prefix(each, false)));
        for (Map.Entry<String, String> each : scope.declared.entrySet()) {
            out.writeNamespace(each.getKey(), each.getValue());
        }
        for (Map.Entry<QName, String> each : element.attributes().entrySet()) {
            QName key = each.getKey();
            String prefix = prefixes.getOrDefault(key, "");
            out.writeAttribute(prefix, key.getNamespaceURI(), key.getLocalPart(), each.getValue());
        }
        return scope.all;
    }

    /** The prefixes in one element: those of the elements around it, and those that it declares. */
    private static final class Scope {
        final Map<String, String> all;
        final Map<String, String> declared = new TreeMap<>();
        /** The prefixes that this element uses, which it must not declare with another namespace. */
        private final Set<String> used;

        Scope(Map<String, String> outer, Element element) {
            all = new HashMap<>(outer);
            used = new HashSet<>(element.bindings().keySet());
            element.bindings().forEach((prefix, namespace) -> {
                if (!namespace.equals(all.get(prefix))) {
                    declare(prefix, namespace);
                }
            });
        }

        private void declare(String prefix, String namespace) {
            declared.put(prefix, namespace);
            all.put(prefix, namespace);
        }

        /**
         * The prefix of a name; declares it if needed.
         *
         * @param mayBeNone whether the default namespace may be used; not for attributes
         */
        String prefix(QName name, boolean mayBeNone) {
            String namespace = name.getNamespaceURI();
            if (namespace.equals(XMLConstants.XML_NS_URI)) {
                return XMLConstants.XML_NS_PREFIX;
            }
            if (namespace.isEmpty() && !mayBeNone) {
                return "";
            }
            String wish = name.getPrefix();
            if (namespace.isEmpty()) {
                wish = ""; // nothing else can be without a namespace
            } else if (!mayBeNone && wish.isEmpty()) {
                wish = "n";
            }
            String prefix = wish;
            for (int i = 1; !namespace.equals(all.get(prefix)); i++) {
                if (used.contains(prefix)) {
                    prefix = (wish.isEmpty() ? "n" : wish) + i;
                } else {
                    declare(prefix, namespace);
                }
            }
            used.add(prefix);
            return prefix;
        }
    }
}
