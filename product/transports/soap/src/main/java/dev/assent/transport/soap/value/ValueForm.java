package dev.assent.transport.soap.value;

import dev.assent.transport.soap.xml.Element;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the values of one declared type as XML. The value null is an element with {@code xsi:nil} (XML
 * Schema 1.0, part 1, section 2.6.2).
 *
 * <p>Immutable and safe to share, once it is made.
 */
abstract class ValueForm {
    /** How deep values may be nested. */
    static final int DEPTH_MAX = 50;

    private static final QName NIL = new QName(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "nil", "xsi");

    /** Writes a non-null value into an element of this name. */
    abstract Element writeValue(QName name, Object value, int depth) throws ValueException;

    /** Reads a non-null value. */
    abstract Object readValue(Element element) throws ValueException;

    /** The name of its type in the schema, after declaring all that the type needs. */
    abstract QName schemaType(Schema schema);

    /** Whether its type allows null. */
    boolean isNullable() {
        return true;
    }

    /** Writes a value. */
    final Element write(QName name, @Nullable Object value, int depth) throws ValueException {
        if (depth > DEPTH_MAX) {
            throw new ValueException("a value is nested more than " + DEPTH_MAX
                    + " levels deep, or contains itself; neither can be carried");
        }
        return value == null
                ? new Element(name, Map.of(NIL, "true"), Map.of(), List.of())
                : writeValue(name, value, depth);
    }

    /**
     * Reads a value.
     *
     * @param element null if it is missing; then the value is null
     */
    final @Nullable Object read(@Nullable Element element) throws ValueException {
        String nil = element == null ? "true" : element.attribute(NIL).orElse("");
        if (element != null && !nil.equals("true") && !nil.equals("1")) {
            return readValue(element);
        }
        if (!isNullable()) {
            throw new ValueException("a value of a primitive type is missing");
        }
        return null;
    }
}
