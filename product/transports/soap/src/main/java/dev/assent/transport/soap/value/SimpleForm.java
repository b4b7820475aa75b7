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
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A value of one text (XML Schema 1.0, part 2), with the types of Jakarta XML Binding 4.0 (section 8.5). */
final class SimpleForm extends ValueForm {
    private static final Map<Type, SimpleForm> ALL = new HashMap<>();
    private static final Set<String> TRUE = Set.of("true", "1");
    private static final Set<String> FALSE = Set.of("false", "0");

    private static final Pattern UUID_FORM = Pattern.compile("\\p{XDigit}{8}-(?:\\p{XDigit}{4}-){3}\\p{XDigit}{12}");
    /**
     * Characters that xs:anyURI allows, and a URI of the JDK only escaped (section 3.2.17, by XLink 1.0, section 5.4).
     */
    private static final Pattern ESCAPED_IN_URIS = Pattern.compile("[ \"<>\\\\^`{|}]");

    private static final Pattern SPACES = Pattern.compile("[ \\t\\r\\n]+");

    private final String schemaName;
    private final boolean isPrimitive;
    private final Writing writing;
    private final Reading reading;

    /** Writes a value as text. */
    @FunctionalInterface
    private interface Writing {
        String write(Object value) throws ValueException;
    }

    /** Reads the value of a text; any exception means that the text has none. */
    @FunctionalInterface
    private interface Reading {
        Object read(String text) throws ValueException;
    }

    private SimpleForm(String schemaName, boolean isPrimitive, Writing writing, Reading reading) {
        this.schemaName = schemaName;
        this.isPrimitive = isPrimitive;
        this.writing = writing;
        this.reading = reading;
    }

    static {
        ALL.put(String.class, new SimpleForm("string", false, Object::toString, text -> text));
        put("boolean", SimpleForm::readBoolean, boolean.class, Boolean.class);
        put("byte", text -> Byte.valueOf(NumberText.integer(text)), byte.class, Byte.class);
        put("short", text -> Short.valueOf(NumberText.integer(text)), short.class, Short.class);
        put("int", text -> Integer.valueOf(NumberText.integer(text)), int.class, Integer.class);
        put("long", text -> Long.valueOf(NumberText.integer(text)), long.class, Long.class);
        put("float", NumberText::writeFloating, NumberText::readFloat, float.class, Float.class);
        put("double", NumberText::writeFloating, NumberText::readDouble, double.class, Double.class);
        put("integer", value -> NumberText.writeInteger((BigInteger) value), NumberText::readInteger, BigInteger.class);
        put("decimal", value -> NumberText.writeDecimal((BigDecimal) value), NumberText::readDecimal, BigDecimal.class);
        Writing number = value -> String.valueOf((int) (Character) value);
        put("unsignedShort", number, SimpleForm::readCharacter, char.class, Character.class);
        put("date", value -> TimeText.writeDate((LocalDate) value), TimeText::readDate, LocalDate.class);
        put("dateTime", value -> TimeText.writeLocal((LocalDateTime) value), TimeText::readLocal, LocalDateTime.class);
        put("dateTime", value -> TimeText.writeInstant((Instant) value), TimeText::readInstant, Instant.class);
        put("duration", value -> TimeText.writeDuration((Duration) value), TimeText::readDuration, Duration.class);
        put("anyURI", SimpleForm::readUri, URI.class);
        put("string", SimpleForm::readUuid, UUID.class);
        put(
                "base64Binary",
                value -> Base64.getEncoder().encodeToString((byte[]) value),
                SimpleForm::readBytes,
                byte[].class);
    }

    private static void put(String schemaName, Reading reading, Class<?>... types) {
        put(schemaName, Object::toString, reading, types);
    }

    /** Adds a form whose text may have spaces around it (section 4.3.6). */
    private static void put(String schemaName, Writing writing, Reading reading, Class<?>... types) {
        Reading stripped = text -> reading.read(XmlText.strip(text));
        for (Class<?> each : types) {
            ALL.put(each, new SimpleForm(schemaName, each.isPrimitive(), writing, stripped));
        }
    }

    /** The form of a type; null if the type is not one of these. */
    static @Nullable SimpleForm of(Type type) {
        return ALL.get(type);
    }

    private static Object readBoolean(String text) {
        boolean isTrue = TRUE.contains(text);
        if (!isTrue && !FALSE.contains(text)) {
            throw new IllegalArgumentException(text);
        }
        return isTrue;
    }

    private static Object readCharacter(String text) throws ValueException {
        int code = Integer.parseInt(NumberText.integer(text));
        if (code < Character.MIN_VALUE || code > Character.MAX_VALUE) {
            throw new IllegalArgumentException(text);
        }
        return (char) code;
    }

    private static Object readUri(String text) {
        return URI.create(ESCAPED_IN_URIS
                .matcher(text)
                .replaceAll(each ->
                        "%" + Integer.toHexString(each.group().charAt(0)).toUpperCase(Locale.ROOT)));
    }

    private static Object readUuid(String text) throws ValueException {
        if (!UUID_FORM.matcher(text).matches()) { // the JDK also accepts fewer digits
            throw new ValueException("a UUID is 32 hexadecimal digits in 5 groups");
        }
        return UUID.fromString(text);
    }

    /** Allows spaces where the standard does; refuses other characters and surplus bits, which the JDK would ignore. */
    private static Object readBytes(String text) {
        String packed = SPACES.matcher(text).replaceAll("");
        if (packed.length() % 4 != 0) {
            throw new IllegalArgumentException("of " + packed.length());
        }
        byte[] read = Base64.getDecoder().decode(packed);
        if (!Base64.getEncoder().encodeToString(read).equals(packed)) {
            throw new IllegalArgumentException("with bits behind the last byte"); // which the JDK cuts
        }
        return read;
    }

    @Override
    Element writeValue(QName name, Object value, int depth) throws ValueException {
        String text = writing.write(value);
        if (!XmlText.isPlain(text)) {
            throw new ValueException("a text has a character that XML does not allow, such as U+0000");
        }
        return Element.ofText(name, text);
    }

    @Override
    Object readValue(Element element) throws ValueException {
        if (!element.children().isEmpty()) {
            throw new ValueException("'" + element.name() + "' has child elements, and only text is allowed");
        }
        try {
            return reading.read(element.ownText());
        } catch (ValueException refused) {
            throw new ValueException(noValue(element) + ": " + refused.getMessage());
        } catch (RuntimeException none) { // from the JDK's parsers and Assent's
            throw new ValueException(noValue(element));
        }
    }

    private String noValue(Element element) {
        return "'" + element.name() + "' is not a value of type xs:" + schemaName;
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
