package dev.assent.remote.transport;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stops a message that would block a thread by a set, or the keys of a map, with one hash code: a hash table compares a
 * new element with all of these, unless it knows an order among them. A java.util.HashMap knows one among values of a
 * class C that itself implements {@code Comparable<C>}: String and LocalTime do, LocalDateTime does not.
 *
 * <p>Not safe to share: use one for each set or map that is read.
 */
public final class HashBound {
    /** How many elements that a hash table can't order may have one hash code. */
    public static final int SAME_MAX = 1_000;

    private static final int UNCOUNTED_MAX = 1_000; // comparing so few is fast

    private final Map<Integer, Integer> counts = new HashMap<>();
    private int put;
    private @Nullable Class<?> first;
    private boolean isFirstOrdered;

    /**
     * Counts one more element.
     *
     * @throws IllegalArgumentException if too many elements have its hash code, before it is compared with them
     */
    public void put(@Nullable Object next) {
        if (++put <= UNCOUNTED_MAX || next == null || isOrdered(next)) {
            return;
        }
        if (counts.merge(next.hashCode(), 1, Integer::sum) > SAME_MAX) {
            throw new IllegalArgumentException("more than " + SAME_MAX + " elements of a set, or keys of a map, of "
                    + next.getClass().getName() + " have one hash code; allowed are " + SAME_MAX);
        }
    }

    /** Checks each class once; elements of two classes have no order. */
    private boolean isOrdered(Object next) {
        Class<?> type = next.getClass();
        if (first == null) {
            first = type;
            isFirstOrdered = isOrdered(type);
        }
        return isFirstOrdered && type == first;
    }

    /** HashMap's own rule, for JDK classes only: a program's compareTo may report all as equal. */
    private static boolean isOrdered(Class<?> type) {
        if (type.getClassLoader() != null) {
            return false;
        }
        for (Type each : type.getGenericInterfaces()) {
            if (each instanceof ParameterizedType said
                    && said.getRawType() == Comparable.class
                    && said.getActualTypeArguments()[0] == type) {
                return true;
            }
        }
        return false;
    }
}
