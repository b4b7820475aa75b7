package dev.assent.remote.service;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * What is behind a proxy: an object somewhere. That it is equal to itself, and its name, are known without asking.
 *
 * <p>Thread safety: safe to share.
 */
abstract class ServiceProxy implements InvocationHandler {
    private static final Object[] NO_ARGUMENTS = {};

    /** The interface. */
    abstract Class<?> type();

    /** Calls the object. */
    abstract @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;

    /** The caller does not need its reference any more; false when it has none. */
    abstract boolean release();

    /** The caller wants to keep its reference; false when it has none. */
    abstract boolean renew();

    @Override
    public final @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && equals(Proxies.behind(arguments[0]));
                case "hashCode" -> hashCode();
                default -> toString();
            };
        }
        return call(method, arguments == null ? NO_ARGUMENTS : arguments);
    }
}
