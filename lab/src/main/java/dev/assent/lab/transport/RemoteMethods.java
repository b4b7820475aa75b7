package dev.assent.lab.transport;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an interface by numbers, which client and server have alike: for transports that have no other names for them.
 * Immutable.
 *
 * @param all by their names
 */
record RemoteMethods(List<Method> all) {
    /** The methods of an interface; no two of them have the same name. */
    static RemoteMethods of(Class<?> type) {
        return new RemoteMethods(Arrays.stream(type.getMethods())
                .sorted(Comparator.comparing(Method::getName))
                .toList());
    }

    /**
     * Calls one of an object.
     *
     * @param arguments null when it has none
     * @throws Exception that of the method
     */
    @Nullable Object call(Object object, int method, Object @Nullable [] arguments) throws Exception {
        try {
            return all.get(method).invoke(object, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    /** Makes a call; its arguments are null when it has none. */
    interface Call {
        @Nullable Object make(int method, Object @Nullable [] arguments) throws Exception;
    }

    /** An object of the interface whose methods all do this. */
    <T> T proxy(Class<T> type, Call call) {
        Map<Method, Integer> numbers = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            numbers.put(all.get(i), i);
        }
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Integer number = numbers.get(method);
                    if (number == null) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    try {
                        return call.make(number, arguments);
                    } catch (RuntimeException failed) {
                        throw failed;
                    } catch (Exception failed) {
                        throw new IllegalStateException(method.getName(), failed);
                    }
                }));
    }
}
