package dev.assent.transport.soap.value;

import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * The types of one interface as an XML Schema (1.0). All types have the interface's namespace, so that one document can
 * hold them. Not thread-safe.
 */
public final class Schema {
    /** The prefix for the interface's namespace. */
    public static final String PREFIX = "tns";

    private final String namespace;
    private final Map<Object, QName> names = new LinkedHashMap<>();
    private final List<Element> declared = new ArrayList<>();

    /** An empty one. */
    public Schema(String namespace) {
        this.namespace = namespace;
    }

    /** Declares a type once, and returns its name. */
    QName declare(Class<?> type, Function<String, Element> writing) {
        return declare(type, type.getSimpleName(), writing);
    }

    /**
     * Declares a type without a class once, and returns its name.
     *
     * @param key its identity
     * @param wish its name, if no other type has it
     */
    QName declare(Object key, String wish, Function<String, Element> writing) {
        QName known = names.get(key);
        if (known != null) {
            return known;
        }
        String name = wish;
        for (int i = 2; names.containsValue(new QName(namespace, name)); i++) {
            name = wish + i;
        }
        QName given = new QName(namespace, name, PREFIX);
        names.put(key, given); // before its members, which may be of its type
        declared.add(writing.apply(name));
        return given;
    }

    /** Declares an element of the whole document. */
    public void declareElement(String name, List<Element> members) {
        Element sequence = element("sequence", members);
        declared.add(element("element", List.of(element("complexType", List.of(sequence))), "name", name));
    }

    /** A member of a complex type. */
    Element member(String name, QName type, boolean isNullable) {
        Element member =
                element("element", "name", name).with(new QName("type"), type.getPrefix() + ":" + type.getLocalPart());
        return isNullable ? member.with(new QName("minOccurs"), "0").with(new QName("nillable"), "true") : member;
    }

    static Element complex(String name, List<Element> members) {
        return element("complexType", List.of(element("sequence", members)), "name", name);
    }

    /** An element of XML Schema with an attribute. */
    public static Element element(String name, String attribute, String value) {
        return element(name, List.of(), attribute, value);
    }

    static Element element(String name, List<Element> children, String attribute, String value) {
        return element(name, children).with(new QName(attribute), value);
    }

    static Element element(String name, List<Element> children) {
        return Element.of(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, name, "xs"), children);
    }

    static String capital(String name) {
        return name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
    }

    /** Writes the schema. */
    public Element write() {
        Map<String, String> bindings = Map.of("xs", XMLConstants.W3C_XML_SCHEMA_NS_URI, PREFIX, namespace);
        List<Node> content = new ArrayList<>(declared);
        return new Element(
                new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "schema", "xs"),
                Map.of(new QName("targetNamespace"), namespace),
                bindings,
                content);
    }
}
