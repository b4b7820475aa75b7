package dev.assent.transport.soap.xml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An XML element (Namespaces in XML 1.0) with its whole content, so that elements of other processes, such as reference
 * parameters, go back unchanged. Comments are dropped. Immutable.
 *
 * @param name its prefix is only a wish, and not compared
 * @param attributes without those that declare namespaces
 * @param bindings the namespaces of prefixes that its text or attribute values may use: a name in text has no meaning
 *     without them
 * @param content has no two adjacent texts, and no empty one
 */
public record Element(QName name, Map<QName, String> attributes, Map<String, String> bindings, List<Node> content)
        implements Node {
    /** Copies the collections, in their order. */
    public Element {
        attributes = copy(attributes);
        bindings = copy(bindings);
        content = List.copyOf(content);
    }

    /** Elements without attributes share one empty map, since there may be very many. */
    private static <K> Map<K, String> copy(Map<K, String> map) {
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** An element that holds others, or nothing. */
    public static Element of(QName name, List<Element> children) {
        return new Element(name, Map.of(), Map.of(), List.copyOf(children));
    }

    /** An element that holds others, or nothing. */
    public static Element of(QName name, Element... children) {
        return of(name, List.of(children));
    }

    /** An element that holds text. */
    public static Element ofText(QName name, String text) {
        List<Node> content = text.isEmpty() ? List.of() : List.of(new Text(text));
        return new Element(name, Map.of(), Map.of(), content);
    }

    /** An element whose text is a name. */
    public static Element ofName(QName name, QName value) {
        boolean isPlain = value.getNamespaceURI().isEmpty();
        String prefix = value.getPrefix().isEmpty() ? "q" : value.getPrefix();
        return new Element(
                name,
                Map.of(),
                isPlain ? Map.of() : Map.of(prefix, value.getNamespaceURI()),
                List.of(new Text(isPlain ? value.getLocalPart() : prefix + ":" + value.getLocalPart())));
    }

    /** This element with one more attribute, or a new value of it. */
    public Element with(QName attribute, String value) {
        Map<QName, String> changed = new LinkedHashMap<>(attributes);
        changed.put(attribute, value);
        return new Element(name, changed, bindings, content);
    }

    /** This element with a namespace declaration, so that its children need not repeat it. */
    public Element declaring(String prefix, String namespace) {
        Map<String, String> changed = new LinkedHashMap<>(bindings);
        changed.put(prefix, namespace);
        return new Element(name, attributes, changed, content);
    }

    /** This element, and its children of the same namespace, without a prefix, by the default namespace. */
    public Element byDefault() {
        List<Node> changed = new ArrayList<>(content.size());
        for (Node each : content) {
            boolean isOfIts = each instanceof Element child
                    && child.name.getNamespaceURI().equals(name.getNamespaceURI());
            changed.add(isOfIts ? ((Element) each).byDefault() : each);
        }
        return new Element(new QName(name.getNamespaceURI(), name.getLocalPart()), attributes, bindings, changed);
    }

    /** This element without an attribute. */
    public Element without(QName attribute) {
        Map<QName, String> changed = new LinkedHashMap<>(attributes);
        changed.remove(attribute);
        return new Element(name, changed, bindings, content);
    }

    /** The value of an attribute, without spaces around it. */
    public Optional<String> attribute(QName attribute) {
        return Optional.ofNullable(attributes.get(attribute)).map(String::strip);
    }

    /** Whether it has this name. */
    public boolean is(QName other) {
        return name.equals(other);
    }

    /** Its child elements. */
    public List<Element> children() {
        List<Element> children = new ArrayList<>(content.size());
        for (Node each : content) {
            if (each instanceof Element child) {
                children.add(child);
            }
        }
        return children;
    }

    /**
     * Its child element of this name; null if there is none.
     *
     * @throws XmlException if there are several
     */
    public @Nullable Element find(QName child) throws XmlException {
        Element found = null;
        int count = 0;
        for (Node each : content) {
            if (each instanceof Element element && element.is(child)) {
                found = element;
                count++;
            }
        }
        if (count > 1) {
            throw new XmlException(text(name) + " has " + count + " elements " + text(child) + "; one is allowed");
        }
        return found;
    }

    /**
     * Its one child element of this name.
     *
     * @throws XmlException if there is none, or there are several
     */
    public Element get(QName child) throws XmlException {
        Element found = find(child);
        if (found == null) {
            throw new XmlException(text(name) + " has no element " + text(child) + ", which is required");
        }
        return found;
    }

    /**
     * Its text, without spaces around it.
     *
     * @throws XmlException if it has child elements
     */
    public String text() throws XmlException {
        for (Node each : content) {
            if (each instanceof Element) {
                throw new XmlException(text(name) + " has child elements, and only text is allowed");
            }
        }
        return ownText().strip();
    }

    /** Its own text, without that of its children. */
    public String ownText() {
        if (content.size() == 1 && content.get(0) instanceof Text text) {
            return text.value();
        }
        StringBuilder all = new StringBuilder(0);
        for (Node each : content) {
            if (each instanceof Text text) {
                all.append(text.value());
            }
        }
        return all.toString();
    }

    /**
     * Its text as a name.
     *
     * @throws XmlException if it is not a name, or its prefix is not bound
     */
    public QName textAsName() throws XmlException {
        String text = text();
        String[] parts = text.split(":", -1);
        String prefix = parts.length == 2 ? parts[0] : "";
        String namespace = prefix.isEmpty() ? XMLConstants.NULL_NS_URI : bindings.get(prefix);
        if (parts.length > 2
                || namespace == null
                || !text.matches("\\S+")
                || text.startsWith(":")
                || text.endsWith(":")) {
            throw new XmlException(text(name) + " is not a name, or its prefix has no namespace");
        }
        return new QName(namespace, parts[parts.length - 1], prefix);
    }

    /** Its size: the number of elements, itself included, and of their attributes and bindings. */
    public int size() {
        int size = 1 + attributes.size() + bindings.size();
        for (Node each : content) {
            size += each instanceof Element child ? child.size() : 0;
        }
        return size;
    }

    /** Whether it has text of its own other than spaces. */
    public boolean hasOwnText() {
        return !ownText().isBlank();
    }

    /** A name for display. */
    static String text(QName name) {
        return "'" + name + "'";
    }
}
