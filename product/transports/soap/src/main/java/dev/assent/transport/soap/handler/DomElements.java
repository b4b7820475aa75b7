package dev.assent.transport.soap.handler;

import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.w3c.dom.Attr;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Text;

/** Converts elements between this transport's form and the Document Object Model of other stacks. Pure functions. */
final class DomElements {
    /** A prefix in a text, which has a meaning only by its namespace. */
    private static final Pattern PREFIX = Pattern.compile("\\s*([A-Za-z_][\\w.-]*):\\S.*", Pattern.DOTALL);

    private DomElements() {}

    // ---- from the model

    /** Converts an element of the model, with its content except comments. */
    static Element read(org.w3c.dom.Element element) {
        Map<QName, String> attributes = new LinkedHashMap<>();
        Map<String, String> bindings = new LinkedHashMap<>();
        NamedNodeMap all = element.getAttributes();
        for (int i = 0; i < all.getLength(); i++) {
            Attr each = (Attr) all.item(i);
            if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(each.getNamespaceURI())) {
                attributes.put(name(each), each.getValue());
                bind(element, each.getValue(), bindings);
            }
        }
        List<Node> content = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (org.w3c.dom.Node each = element.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof org.w3c.dom.Element child) {
                end(text, content);
                content.add(read(child));
            } else if (each instanceof Text part) { // CDATA sections, too
                text.append(part.getData());
            }
        }
        end(text, content);
        content.forEach(each -> {
            if (each instanceof Node.Text own) {
                bind(element, own.value(), bindings);
            }
        });
        return new Element(name(element), attributes, bindings, content);
    }

    private static void end(StringBuilder text, List<Node> content) {
        if (text.length() > 0) {
            content.add(new Node.Text(text.toString()));
            text.setLength(0);
        }
    }

    private static QName name(org.w3c.dom.Node node) {
        String namespace = node.getNamespaceURI() == null ? XMLConstants.NULL_NS_URI : node.getNamespaceURI();
        String prefix = node.getPrefix() == null ? XMLConstants.DEFAULT_NS_PREFIX : node.getPrefix();
        return new QName(namespace, node.getLocalName(), prefix);
    }

    private static void bind(org.w3c.dom.Element element, String text, Map<String, String> bindings) {
        Matcher prefix = PREFIX.matcher(text);
        if (prefix.matches()) {
            String namespace = element.lookupNamespaceURI(prefix.group(1));
            if (namespace != null) {
                bindings.put(prefix.group(1), namespace);
            }
        }
    }

    // ---- to the model

    /** Gives an element of the model the content of another one; its own name stays. */
    static void fill(org.w3c.dom.Element parent, Element element) {
        element.bindings().forEach((prefix, namespace) -> declare(parent, prefix, namespace));
        element.attributes().forEach((name, value) -> {
            String prefix = name.getNamespaceURI().isEmpty() ? "" : prefix(name, "n");
            if (!prefix.isEmpty()) {
                declare(parent, prefix, name.getNamespaceURI());
            }
            parent.setAttributeNS(
                    name.getNamespaceURI().isEmpty() ? null : name.getNamespaceURI(),
                    prefix.isEmpty() ? name.getLocalPart() : prefix + ":" + name.getLocalPart(),
                    value);
        });
        for (Node each : element.content()) {
            if (each instanceof Element child) {
                append(parent, child);
            } else if (each instanceof Node.Text text) {
                parent.appendChild(parent.getOwnerDocument().createTextNode(text.value()));
            }
        }
    }

    private static void append(org.w3c.dom.Element parent, Element element) {
        QName name = element.name();
        String prefix = prefix(name, "");
        String qualified = prefix.isEmpty() ? name.getLocalPart() : prefix + ":" + name.getLocalPart();
        String namespace = name.getNamespaceURI().isEmpty() ? null : name.getNamespaceURI();
        org.w3c.dom.Element made = parent.getOwnerDocument().createElementNS(namespace, qualified);
        parent.appendChild(made);
        declare(made, prefix, name.getNamespaceURI());
        fill(made, element);
    }

    private static String prefix(QName name, String otherwise) {
        return name.getPrefix().isEmpty() ? otherwise : name.getPrefix();
    }

    /** Declares a namespace, since not every serializer does it. */
    private static void declare(org.w3c.dom.Element element, String prefix, String namespace) {
        element.setAttributeNS(
                XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
                prefix.isEmpty() ? XMLConstants.XMLNS_ATTRIBUTE : XMLConstants.XMLNS_ATTRIBUTE + ":" + prefix,
                namespace);
    }
}
