package dev.assent.remote.service;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The handler of a proxy for an object somewhere. It answers {@code equals}, {@code hashCode} and {@code toString}
 * without a call.
 *
 * <p>Thread safety: safe to share.
 */
abstract class ServiceProxy implements InvocationHandler {
    private static final Object[] NO_ARGUMENTS = {};

    /** The interface. */
    abstract Class<?> type();

    /** Calls the object. */
    abstract @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;

    /** Releases the reference; false if this is not a reference. */
    abstract boolean release();

    /** Starts the lease of the reference again; false if this is not a reference. */
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
