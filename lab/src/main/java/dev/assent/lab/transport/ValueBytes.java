package dev.assent.lab.transport;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;

/** How many bytes a value has by itself, without any description of its type. */
final class ValueBytes {
    private static final Map<Class<?>, Integer> BYTES = Map.of(
            byte.class, Byte.BYTES,
            boolean.class, 1,
            short.class, Short.BYTES,
            char.class, Character.BYTES,
            int.class, Integer.BYTES,
            long.class, Long.BYTES,
            float.class, Float.BYTES,
            double.class, Double.BYTES);

    private ValueBytes() {}

    /**
     * The bytes of a value. A string has one for each character. An array, or any other object, has the sum of its
     * parts; a part counts as often as it appears.
     *
     * @throws IllegalAccessException when a field can't be read
     */
    static int of(Object value) throws IllegalAccessException {
        if (value instanceof String text) {
            return text.length();
        }
        Class<?> type = value.getClass();
        int sum = 0;
        if (type.isArray()) {
            Integer each = BYTES.get(type.getComponentType());
            for (int i = 0; i < Array.getLength(value); i++) {
                sum += each == null ? of(Array.get(value, i)) : each;
            }
            return sum;
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                Integer ofType = BYTES.get(field.getType());
                sum += ofType == null ? of(field.get(value)) : ofType;
            }
        }
        return sum;
    }
}
