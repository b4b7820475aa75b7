package dev.assent.transport.soap.value;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlWriter;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Written values are valid by the schema in the WSDL, as the JDK's validator checks. */
@Fast
class SchemaTest {
    private final Operations operations = new Operations();
    private final XmlWriter writer = new XmlWriter();

    private StreamSource document(Element element) {
        return new StreamSource(new ByteArrayInputStream(writer.write(element)));
    }

    private Operation operation(Class<?> type, String name) throws ValueException {
        return operations.of(type, Objects.requireNonNull(operations.find(type, name)));
    }

    private Validator validator(Class<?> type) throws Exception {
        Schema schema = new Schema(Operations.namespace(type));
        for (Method each : operations.all(type)) {
            operations.of(type, each).declare(schema);
        }
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(document(schema.write()))
                .newValidator();
    }

    @ParameterizedTest
    @MethodSource("dev.assent.transport.soap.value.CarriedValues#values")
    void everyValueIsWrittenAsTheSchemaHasIt(Map.Entry<String, Object> value) throws Exception {
        Operation operation = operation(Carried.class, value.getKey());
        Validator validator = validator(Carried.class);
        validator.validate(document(operation.writeCall(new Object[] {value.getValue()})));
        validator.validate(document(operation.writeResult(value.getValue(), object -> object)));
    }

    /** With lists whose items are of one type of XML Schema, and null in one of them alone. */
    interface Lists {
        /** By the name of a type of XML Schema. */
        record Int(String text) {}

        void a(int[] value);

        void b(List<Integer> value);

        void c(List<Int> value);
    }

    @Test
    void listsWhoseItemsGoByOneNameAreToldApart() throws Exception {
        Validator validator = validator(Lists.class);
        for (Map.Entry<String, Object> each : Map.of(
                        "a", new int[] {1}, "b", Arrays.asList(1, null), "c", List.of(new Lists.Int("x")))
                .entrySet()) {
            Operation operation = operation(Lists.class, each.getKey());
            validator.validate(document(operation.writeCall(new Object[] {each.getValue()})));
        }
    }
}
