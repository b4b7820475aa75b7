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
 * An element of XML (Namespaces in XML 1.0) with all it holds, so that what belongs to somebody else, such as a
 * reference parameter, goes back as it came. Comments are not kept. Immutable.
 *
 * @param name its prefix is a wish, and not compared
 * @param attributes those that declare namespaces not among them
 * @param bindings the namespaces of prefixes that its own text, or a value of its attributes, may use: a name in text
 *     means nothing without them
 * @param content no two texts beside each other, and none that is empty
 */
public record Element(QName name, Map<QName, String> attributes, Map<String, String> bindings, List<Node> content)
        implements Node {
    /** Copies what it is given, in its order. */
    public Element {
        attributes = copy(attributes);
        bindings = copy(bindings);
        content = List.copyOf(content);
    }

    /** Most elements have none, and there may be very many of them: these share one. */
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

    /** The same with one more attribute, or another value of it. */
    public Element with(QName attribute, String value) {
        Map<QName, String> changed = new LinkedHashMap<>(attributes);
        changed.put(attribute, value);
        return new Element(name, changed, bindings, content);
    }

    /** The same with a namespace that is declared here, so that what it holds need not declare it each by itself. */
    public Element declaring(String prefix, String namespace) {
        Map<String, String> changed = new LinkedHashMap<>(bindings);
        changed.put(prefix, namespace);
        return new Element(name, attributes, changed, content);
    }

    /** The same by the default namespace, as are those elements of its namespace that it holds. */
    public Element byDefault() {
        List<Node> changed = new ArrayList<>(content.size());
        for (Node each : content) {
            boolean isOfIts = each instanceof Element child
                    && child.name.getNamespaceURI().equals(name.getNamespaceURI());
            changed.add(isOfIts ? ((Element) each).byDefault() : each);
        }
        return new Element(new QName(name.getNamespaceURI(), name.getLocalPart()), attributes, bindings, changed);
    }

    /** The same without an attribute. */
    public Element without(QName attribute) {
        Map<QName, String> changed = new LinkedHashMap<>(attributes);
        changed.remove(attribute);
        return new Element(name, changed, bindings, content);
    }

    /** The value of an attribute, without spaces around it. */
    public Optional<String> attribute(QName attribute) {
        return Optional.ofNullable(attributes.get(attribute)).map(String::strip);
    }

    /** Whether its name is this one. */
    public boolean is(QName other) {
        return name.equals(other);
    }

    /** The elements that it holds. */
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
     * The element that it holds of this name; null when there is none.
     *
     * @throws XmlException when there are more
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
     * The one element that it holds of this name.
     *
     * @throws XmlException when there is none, or there are more
     */
    public Element get(QName child) throws XmlException {
        Element found = find(child);
        if (found == null) {
            throw new XmlException(text(name) + " has no element " + text(child) + ", which is needed");
        }
        return found;
    }

    /**
     * Its text, without spaces around it.
     *
     * @throws XmlException when it holds elements
     */
    public String text() throws XmlException {
        for (Node each : content) {
            if (each instanceof Element) {
                throw new XmlException(text(name) + " holds elements, where text alone is allowed");
            }
        }
        return ownText().strip();
    }

    /** The text that it holds itself, its elements left out. */
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
     * @throws XmlException when it is none, or its prefix is bound to nothing
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
            throw new XmlException(text(name) + " is no name, or one whose prefix means nothing");
        }
        return new QName(namespace, parts[parts.length - 1], prefix);
    }

    /** How much it is: elements, itself among them, and their attributes and bindings. */
    public int size() {
        int size = 1 + attributes.size() + bindings.size();
        for (Node each : content) {
            size += each instanceof Element child ? child.size() : 0;
        }
        return size;
    }

    /** Whether it holds text that is no space, beside its elements. */
    public boolean hasOwnText() {
        return !ownText().isBlank();
    }

    /** A name as people read it. */
    static String text(QName name) {
        return "'" + name + "'";
    }
}
