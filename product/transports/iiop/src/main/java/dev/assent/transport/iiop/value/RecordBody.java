package dev.assent.transport.iiop.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record: its components are carried as fields; its constructor makes it and may refuse them. Safe to share once
 * bound.
 */
final class RecordBody extends Body {
    private final Constructor<?> constructor;
    private final Map<String, Integer> places = new HashMap<>();
    private @Nullable ClassFields fields;

    RecordBody(Class<?> type) throws ValueException {
        super(type);
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] parameters = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            parameters[i] = components[i].getType();
            places.put(components[i].getName(), i);
        }
        try {
            constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible); // every record has it
        }
    }

    void bind(ClassFields newFields) {
        fields = newFields;
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        bound(fields).write(out, value);
    }

    /** No part of a record can refer to the record. */
    @Override
    Object read(ValueIn in, int begun) {
        List<ClassFields.Slot> slots = bound(fields).slots();
        @Nullable Object[] components = new Object[slots.size()];
        for (ClassFields.Slot each : slots) {
            components[Objects.requireNonNull(places.get(each.field().getName()))] =
                    each.form().read(in);
        }
        try {
            Object made = constructor.newInstance(components);
            in.keep(begun, made);
            return made;
        } catch (InvocationTargetException refused) {
            throw ValueIn.refused(this + " refuses its components: " + refused.getTargetException());
        } catch (ReflectiveOperationException closed) {
            throw ValueIn.refused("a record can't be made: " + closed);
        }
    }
}
