package dev.assent.resources.driver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a handle that go on to the object behind it.
 *
 * <p>Thread safety: that of the object.
 */
public final class Calls {
    private Calls() {}

    /** What every handle answers by itself; null for a method that is not of Object. */
    public static @Nullable Object ofObject(
            Object handle, Object own, Method method, @Nullable Object @Nullable [] arguments) {
        if (method.getDeclaringClass() != Object.class) {
            return null;
        }
        return switch (method.getName()) {
            case "equals" -> arguments != null && handle == arguments[0];
            case "hashCode" -> own.hashCode();
            default -> own.toString();
        };
    }

    /** Calls a method and throws what it throws. */
    public static @Nullable Object through(Object own, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(own, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getTargetException();
        }
    }
}
