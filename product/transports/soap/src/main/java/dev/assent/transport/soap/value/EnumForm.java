package dev.assent.transport.soap.value;

import dev.assent.transport.soap.xml.Element;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** An enum constant, by its name. */
final class EnumForm extends ValueForm {
    private final Class<?> type;

    EnumForm(Class<?> type) {
        this.type = type;
    }

    @Override
    Element writeValue(QName name, Object value, int depth) {
        return Element.ofText(name, ((Enum<?>) value).name());
    }

    @Override
    Object readValue(Element element) throws ValueException {
        String text = element.ownText().strip();
        for (Object each : type.getEnumConstants()) {
            if (((Enum<?>) each).name().equals(text)) {
                return each;
            }
        }
        throw new ValueException("'" + element.name() + "' is not a constant of " + type.getSimpleName());
    }

    @Override
    QName schemaType(Schema schema) {
        return schema.declare(type, name -> {
            List<Element> values = new ArrayList<>();
            for (Object each : type.getEnumConstants()) {
                values.add(Schema.element("enumeration", "value", ((Enum<?>) each).name()));
            }
            Element restriction = Schema.element("restriction", values, "base", "xs:string");
            return Schema.element("simpleType", List.of(restriction), "name", name);
        });
    }
}
