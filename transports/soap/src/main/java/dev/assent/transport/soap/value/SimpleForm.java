package dev.assent.transport.soap.value;

import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlText;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A value that is one text (XML Schema 1.0, part 2), by the types that Jakarta XML Binding 4.0 has for it (section 8.5). */
final class SimpleForm extends ValueForm {
    private static final Map<Type, SimpleForm> ALL = new HashMap<>();
    private static final Set<String> TRUE = Set.of("true", "1");
    private static final Set<String> FALSE = Set.of("false", "0");

    private final String schemaName;
    private final boolean isPrimitive;
    private final Function<Object, String> writing;
    private final Function<String, Object> reading;

    private SimpleForm(
            String schemaName,
            boolean isPrimitive,
            Function<Object, String> writing,
            Function<String, Object> reading) {
        this.schemaName = schemaName;
        this.isPrimitive = isPrimitive;
        this.writing = writing;
        this.reading = reading;
    }

    static {
        put("string", text -> text, String.class);
        put("boolean", SimpleForm::readBoolean, boolean.class, Boolean.class);
        put("byte", text -> Byte.valueOf(text.strip()), byte.class, Byte.class);
        put("short", text -> Short.valueOf(text.strip()), short.class, Short.class);
        put("int", text -> Integer.valueOf(text.strip()), int.class, Integer.class);
        put("long", text -> Long.valueOf(text.strip()), long.class, Long.class);
        put("integer", text -> new BigInteger(text.strip()), BigInteger.class);
        put("anyURI", text -> URI.create(text.strip()), URI.class);
        put("string", text -> UUID.fromString(text.strip()), UUID.class);
        put("date", text -> LocalDate.parse(text.strip()), LocalDate.class);
        put("dateTime", text -> LocalDateTime.parse(text.strip()), LocalDateTime.class);
        put("dateTime", text -> OffsetDateTime.parse(text.strip()).toInstant(), Instant.class);
        put("duration", text -> Duration.parse(text.strip()), Duration.class);
        put("float", text -> Float.valueOf(ofXml(text)), float.class, Float.class);
        put("double", text -> Double.valueOf(ofXml(text)), double.class, Double.class);
        Function<Object, String> number = value -> String.valueOf((int) (Character) value);
        put("unsignedShort", number, SimpleForm::readCharacter, char.class, Character.class);
        put(
                "decimal",
                value -> ((BigDecimal) value).toPlainString(),
                text -> new BigDecimal(text.strip()),
                BigDecimal.class);
        put(
                "base64Binary",
                value -> Base64.getEncoder().encodeToString((byte[]) value),
                text -> Base64.getMimeDecoder().decode(text),
                byte[].class);
    }

    private static void put(String schemaName, Function<String, Object> reading, Class<?>... types) {
        put(schemaName, SimpleForm::toXml, reading, types);
    }

    private static void put(
            String schemaName, Function<Object, String> writing, Function<String, Object> reading, Class<?>... types) {
        for (Class<?> each : types) {
            ALL.put(each, new SimpleForm(schemaName, each.isPrimitive(), writing, reading));
        }
    }

    /** The form of a type; null when it is no text. */
    static @Nullable SimpleForm of(Type type) {
        return ALL.get(type);
    }

    private static Object readBoolean(String text) {
        boolean isTrue = TRUE.contains(text.strip());
        if (!isTrue && !FALSE.contains(text.strip())) {
            throw new IllegalArgumentException(text);
        }
        return isTrue;
    }

    private static Object readCharacter(String text) {
        int code = Integer.parseInt(text.strip());
        if (code < Character.MIN_VALUE || code > Character.MAX_VALUE) {
            throw new IllegalArgumentException(text);
        }
        return (char) code;
    }

    /** XML Schema has its own words for what is no number (part 2, section 3.2.4.1). */
    private static String toXml(Object value) {
        return value.toString().replace("Infinity", value instanceof Number ? "INF" : "Infinity");
    }

    private static String ofXml(String text) {
        return text.strip().replaceFirst("^([+-]?)INF$", "$1Infinity");
    }

    @Override
    Element writeValue(QName name, Object value, int depth) throws ValueException {
        String text = writing.apply(value);
        if (!XmlText.isPlain(text)) {
            throw new ValueException("a text has a character that XML has not, such as U+0000");
        }
        return Element.ofText(name, text);
    }

    @Override
    Object readValue(Element element) throws ValueException {
        if (!element.children().isEmpty()) {
            throw new ValueException("'" + element.name() + "' holds elements, where a text is allowed");
        }
        try {
            return reading.apply(element.ownText());
        } catch (RuntimeException none) { // of the JDK's own parsers
            throw new ValueException("'" + element.name() + "' is no value of type xs:" + schemaName);
        }
    }

    @Override
    boolean isNullable() {
        return !isPrimitive;
    }

    @Override
    QName schemaType(Schema schema) {
        return new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, schemaName, "xs");
    }
}
