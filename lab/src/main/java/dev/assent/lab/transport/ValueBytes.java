package dev.assent.lab.transport;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;

/** How many bytes a value has by itself, without anything that says what it is. */
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
     * Of a string one for each character; of an array, or of any other object, the sum of what is in it, as often as it is.
     *
     * @throws IllegalAccessException when it does not let one look
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
