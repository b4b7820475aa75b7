package dev.assent.remote.transport;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a message from holding a thread for ever by a set, or by the keys of a map, that have one hash code: a hash table
 * compares what is put in with all of those, unless it knows an order among them. A java.util.HashMap does among values of
 * one class C that itself says that it implements {@code Comparable<C>}: String and LocalTime do, LocalDateTime does not.
 *
 * <p>Not safe to share: one for each set or map that is read.
 */
public final class HashBound {
    /** How many may have one hash code, of those that a hash table knows no order of. */
    public static final int SAME_MAX = 1_000;

    private static final int UNCOUNTED_MAX = 1_000; // so few are compared soon

    private final Map<Integer, Integer> counts = new HashMap<>();
    private int put;
    private @Nullable Class<?> first;
    private boolean isFirstOrdered;

    /**
     * One more is put in.
     *
     * @throws IllegalArgumentException when too many have its hash code, before it is compared with them
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

    /** Looks at a class once: of two classes there is no order. */
    private boolean isOrdered(Object next) {
        Class<?> type = next.getClass();
        if (first == null) {
            first = type;
            isFirstOrdered = isOrdered(type);
        }
        return isFirstOrdered && type == first;
    }

    /** By HashMap's own rule, and of the JDK: a program's own order is its own code, which may say nothing. */
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
