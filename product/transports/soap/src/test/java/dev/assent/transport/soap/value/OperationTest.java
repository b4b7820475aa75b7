package dev.assent.transport.soap.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.value.Carried.Pair;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import dev.assent.transport.soap.xml.XmlWriter;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls carry: every value comes back as it went, and what is not carried is refused before anything is sent. */
@Fast
class OperationTest {
    private final Operations operations = new Operations();
    private final XmlReader reader = new XmlReader(XmlLimits.DEFAULT);
    private final XmlWriter writer = new XmlWriter();

    private Operation operation(Class<?> type, String name) throws Exception {
        Method found = Arrays.stream(type.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return operations.of(found.getDeclaringClass(), found);
    }

    private Element overTheWire(Element element) throws Exception {
        return reader.read(writer.write(element), null);
    }

    @ParameterizedTest
    @MethodSource("dev.assent.transport.soap.value.CarriedValues#values")
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
