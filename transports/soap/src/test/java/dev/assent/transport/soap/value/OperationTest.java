package dev.assent.transport.soap.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import dev.assent.transport.soap.xml.XmlWriter;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls carry: every value comes back as it went, and what is not carried is refused before anything is sent. */
class OperationTest {
    private final Operations operations = new Operations();
    private final XmlReader reader = new XmlReader(XmlLimits.DEFAULT);
    private final XmlWriter writer = new XmlWriter();

    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "not its name";
            }
        }
    }

    record Pair(String name, @Nullable Pair next, List<Integer> numbers) {}

    static class Base {
        private int count;
    }

    static final class Bean extends Base {
        private Colour colour;
        private transient String unseen;

        private Bean() {}

        Bean(int count, Colour colour) {
            super.count = count;
            this.colour = colour;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean that && super.count == ((Base) that).count && colour == that.colour;
        }

        @Override
        public int hashCode() {
            return super.count;
        }
    }

    /** Of every type that is carried. */
    interface Carried {
        boolean aBoolean(boolean value);

        byte aByte(byte value);

        char aChar(char value);

        short aShort(short value);

        int anInt(int value);

        long aLong(long value);

        float aFloat(float value);

        double aDouble(double value);

        String aString(String value);

        Integer aBoxed(Integer value);

        BigInteger aBigInteger(BigInteger value);

        BigDecimal aBigDecimal(BigDecimal value);

        UUID aUuid(UUID value);

        URI aUri(URI value);

        Instant anInstant(Instant value);

        LocalDate aDate(LocalDate value);

        LocalDateTime aDateTime(LocalDateTime value);

        Duration aDuration(Duration value);

        byte[] bytes(byte[] value);

        Colour aColour(Colour value);

        Pair aRecord(Pair value);

        Bean aBean(Bean value);

        List<Pair> aList(List<Pair> value);

        Set<String> aSet(Set<String> value);

        int[] anArray(int[] value);

        String[][] nested(String[][] value);
    }

    static Stream<Map.Entry<String, Object>> values() {
        Pair pair = new Pair("a", new Pair("b", null, List.of()), List.of(1, 2));
        return Stream.<Map.Entry<String, Object>>of(
                Map.entry("aBoolean", true),
                Map.entry("aByte", (byte) -1),
                Map.entry("aChar", '\uFFFF'),
                Map.entry("aChar", '\0'),
                Map.entry("aShort", Short.MIN_VALUE),
                Map.entry("anInt", Integer.MIN_VALUE),
                Map.entry("aLong", Long.MAX_VALUE),
                Map.entry("aFloat", Float.MIN_VALUE),
                Map.entry("aDouble", Double.NEGATIVE_INFINITY),
                Map.entry("aString", ""),
                Map.entry("aString", " <&]]> \u00e4\uD83D\uDE00\r\n\t "),
                Map.entry("aString", "Infinity"),
                Map.entry("aBoxed", 7),
                Map.entry("aBigInteger", BigInteger.TEN.pow(40)),
                Map.entry("aBigDecimal", new BigDecimal("-1.500")),
                Map.entry("aUuid", new UUID(1, 2)),
                Map.entry("aUri", URI.create("http://a/b?c#d")),
                Map.entry("anInstant", Instant.parse("2026-01-02T03:04:05.678Z")),
                Map.entry("aDate", LocalDate.of(2026, 1, 2)),
                Map.entry("aDateTime", LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6)),
                Map.entry("aDuration", Duration.ofMillis(1_500)),
                Map.entry("bytes", new byte[] {0, 1, -1}),
                Map.entry("bytes", new byte[0]),
                Map.entry("aColour", Colour.GREEN),
                Map.entry("aRecord", pair),
                Map.entry("aBean", new Bean(3, Colour.RED)),
                Map.entry("aList", List.of(pair, pair)),
                Map.entry("aList", List.of()),
                Map.entry("aSet", Set.of("a", "b")),
                Map.entry("anArray", new int[] {1, 2}),
                Map.entry("nested", new String[][] {{"a"}, {}, {"b", "c"}}));
    }

    private Operation operation(Class<?> type, String name) throws Exception {
        Method found = Arrays.stream(type.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return operations.of(found);
    }

    private Element overTheWire(Element element) throws Exception {
        return reader.read(writer.write(element), null);
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyValueComesBackAsItWent(Map.Entry<String, Object> value) throws Exception {
        Operation operation = operation(Carried.class, value.getKey());
        Element call = overTheWire(operation.writeCall(new Object[] {value.getValue()}));
        assertThat(operation.readCall(call)).usingRecursiveComparison().isEqualTo(new Object[] {value.getValue()});
        Element result = overTheWire(operation.writeResult(value.getValue(), object -> object));
        assertThat(operation.readResult(result, place -> place))
                .usingRecursiveComparison()
                .isEqualTo(value.getValue());
    }

    @Test
    void whatIsNoNumberComesBack() throws Exception {
        Operation operation = operation(Carried.class, "aDouble");
        Element call = overTheWire(operation.writeCall(new Object[] {Double.NaN}));
        assertThat((Double) operation.readCall(call)[0]).isNaN();
    }

    @Test
    void noneIsNoneAndAPrimitiveIsNeverNone() throws Exception {
        Operation text = operation(Carried.class, "aString");
        assertThat(text.readCall(overTheWire(text.writeCall(new Object[] {null}))))
                .containsExactly((Object) null);
        assertThat(text.readCall(Element.of(new QName("urn:x", "aString")))).containsExactly((Object) null);
        Operation number = operation(Carried.class, "anInt");
        assertThatThrownBy(() -> number.readCall(Element.of(new QName("urn:x", "anInt"))))
                .isInstanceOf(ValueException.class);
    }

    @Test
    void whatIsNoValueOfItsTypeIsRefused() throws Exception {
        Operation number = operation(Carried.class, "anInt");
        Element wrong = Element.of(new QName("urn:x", "anInt"), Element.ofText(new QName("arg0"), "7x"));
        assertThatThrownBy(() -> number.readCall(wrong))
                .isInstanceOf(ValueException.class)
                .hasMessageContaining("ASSENT-8624")
                .hasMessageContaining("Carried.anInt");
        Operation colour = operation(Carried.class, "aColour");
        Element grey = Element.of(new QName("urn:x", "aColour"), Element.ofText(new QName("arg0"), "GREY"));
        assertThatThrownBy(() -> colour.readCall(grey)).isInstanceOf(ValueException.class);
    }

    @Test
    void whatXmlCannotSayAndWhatHoldsItselfIsNotSent() throws Exception {
        Operation text = operation(Carried.class, "aString");
        assertThatThrownBy(() -> text.writeCall(new Object[] {"\0"})).isInstanceOf(ValueException.class);
        Operation record = operation(Carried.class, "aRecord");
        Pair deep = new Pair("", null, List.of());
        for (int i = 0; i < ValueForm.DEPTH_MAX + 1; i++) {
            deep = new Pair("", deep, List.of());
        }
        Pair tooDeep = deep;
        assertThatThrownBy(() -> record.writeCall(new Object[] {tooDeep})).isInstanceOf(ValueException.class);
    }

    /** Of types that are not carried. */
    interface NotCarried {
        void object(Object value);

        void raw(List value);

        void map(Map<String, String> value);

        void open(Runnable value);

        <T> void variable(T value);

        Thread result();
    }

    @ParameterizedTest
    @ValueSource(strings = {"object", "raw", "map", "open", "variable", "result"})
    void aTypeThatIsNotCarriedIsRefusedByItsName(String method) {
        assertThatThrownBy(() -> operation(NotCarried.class, method))
                .isInstanceOf(ValueException.class)
                .hasMessageContaining("NotCarried." + method);
    }

    /** With a method of one name twice. */
    interface Overloaded {
        void put(int value);

        void put(byte[] value);

        void get();
    }

    @Test
    void methodsOfOneNameAreToldApartByTheirTypes() {
        assertThat(operations.all(Overloaded.class).stream().map(Method::getName))
                .containsExactlyInAnyOrder("put", "put", "get");
        assertThat(operations.find(Overloaded.class, "put_int")).isNotNull();
        assertThat(operations.find(Overloaded.class, "put_byteArray")).isNotNull();
        assertThat(operations.find(Overloaded.class, "get")).isNotNull();
        assertThat(operations.find(Overloaded.class, "put")).isNull();
    }
}
