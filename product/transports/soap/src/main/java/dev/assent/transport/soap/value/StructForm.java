package dev.assent.transport.soap.value;

import dev.assent.remote.service.FarFailure;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A record, or an object of a class with a constructor without parameters: an element for each of its components or
 * fields. It carries fields, not getters; those of superclasses come first.
 */
final class StructForm extends ValueForm {
    private final Class<?> type;
    private final List<Member> members = new ArrayList<>();
    private final Constructor<?> constructor;

    private record Member(Field field, QName name, ValueForm form) {}

    /**
     * The form of a class; {@link #fill} adds its members.
     *
     * @throws ValueException if its objects can't be made
     */
    StructForm(Class<?> type) throws ValueException {
        this.type = type;
        try {
            constructor = type.getDeclaredConstructor(parameters(type));
            constructor.setAccessible(true);
        } catch (NoSuchMethodException | RuntimeException closed) {
            throw new ValueException(type.getTypeName()
                    + " can't be carried: it is not a record and has no constructor without parameters");
        }
    }

    private static Class<?>[] parameters(Class<?> type) {
        List<Class<?>> types = new ArrayList<>();
        if (type.isRecord()) {
            for (RecordComponent each : type.getRecordComponents()) {
                types.add(each.getType());
            }
        }
        return types.toArray(new Class<?>[0]);
    }

    /** Adds its members, which may have its own type. */
    void fill(ValueForms forms) throws ValueException {
        for (Field each : fields(type)) {
            try {
                each.setAccessible(true);
            } catch (RuntimeException closed) {
                throw new ValueException(type.getTypeName() + " can't be carried: it is not accessible");
            }
            members.add(new Member(each, new QName(each.getName()), forms.of(each.getGenericType())));
        }
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> all = new ArrayList<>();
        if (type.getSuperclass() != null && type.getSuperclass() != Object.class && !type.isRecord()) {
            all.addAll(fields(type.getSuperclass()));
        }
        for (Field each : type.getDeclaredFields()) {
            if (!Modifier.isStatic(each.getModifiers())
                    && !Modifier.isTransient(each.getModifiers())
                    && !each.isSynthetic()) {
                all.add(each);
            }
        }
        return all;
    }

    @Override
    Element writeValue(QName name, Object value, int depth) throws ValueException {
        if (value.getClass() != type) {
            throw new ValueException("a " + value.getClass().getTypeName() + " is not carried, where "
                    + type.getTypeName() + " is declared");
        }
        List<Element> written = new ArrayList<>(members.size());
        for (Member each : members) {
            written.add(each.form().write(each.name(), get(each, value), depth + 1));
        }
        return Element.of(name, written);
    }

    private static @Nullable Object get(Member member, Object value) {
        try {
            return member.field().get(value);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    Object readValue(Element element) throws ValueException {
        @Nullable Object[] values = new Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            try {
                Member member = members.get(i);
                values[i] = member.form().read(element.find(member.name()));
            } catch (XmlException twice) {
                throw new ValueException(String.valueOf(twice.getMessage()));
            }
        }
        try {
            if (type.isRecord()) {
                return constructor.newInstance(values);
            }
            Object made = constructor.newInstance();
            for (int i = 0; i < values.length; i++) {
                members.get(i).field().set(made, values[i]);
            }
            return made;
        } catch (InvocationTargetException refused) {
            throw new ValueException(
                    type.getTypeName() + " refuses its values: " + words(refused.getTargetException()));
        } catch (ReflectiveOperationException impossible) {
            throw new ValueException(type.getTypeName() + " can't be made: " + impossible);
        }
    }

    private static String words(Throwable refusal) {
        return FarFailure.of(refusal, false).text(); // its own code may throw
    }

    @Override
    QName schemaType(Schema schema) {
        return schema.declare(type, name -> {
            List<Element> elements = new ArrayList<>();
            for (Member each : members) {
                elements.add(schema.member(
                        each.field().getName(),
                        each.form().schemaType(schema),
                        each.form().isNullable()));
            }
            return Schema.complex(name, elements);
        });
    }
}
