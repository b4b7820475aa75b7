package dev.assent.resources.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the calls of a handle to the object behind it.
 *
 * <p>Thread safety: that of the object.
 */
public final class Calls {
    /** The reaction of a handle to a call. */
    public interface Way {
        /** Answers a call of any method but those of Object. */
        @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
    }

    private Calls() {}

    /**
     * A handle of an object.
     *
     * @param type an interface
     * @param own the object, which tells its hash and its text
     */
    public static <T> T handle(Class<T> type, T own, Way way) {
        InvocationHandler calls = (handle, method, arguments) -> {
            Object answer = ofObject(handle, own, method, arguments);
            return answer == null ? way.call(method, arguments) : answer;
        };
        return type.cast(Proxy.newProxyInstance(Calls.class.getClassLoader(), new Class<?>[] {type}, calls));
    }

    /** The answers that every handle gives itself; null for a method that is not of Object. */
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

    /** The text that is the first argument of a call; null when there is none. */
    public static @Nullable String text(@Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments[0] instanceof String text ? text : null;
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
