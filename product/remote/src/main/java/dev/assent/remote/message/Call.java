package dev.assent.remote.message;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method of an exported object. The arguments are the caller's own objects. If the caller changes them
 * during the call, it may change what is sent.
 *
 * @param object the name of the exported object
 * @param type the interface of the object, as far as the caller knows it
 * @param method of that interface, or of one that it extends
 * @param arguments one for each parameter
 * @param context makes the work part of a transaction; null for a call without a transaction
 * @param timeoutMillis how long the caller waits for the reply
 */
public record Call(
        String object,
        Class<?> type,
        Method method,
        @Nullable Object[] arguments,
        @Nullable Context context,
        long timeoutMillis) {
    /** A call whose method the interface declares itself, or whose wire needs no interface. */
    public Call(
            String object, Method method, @Nullable Object[] arguments, @Nullable Context context, long timeoutMillis) {
        this(object, method.getDeclaringClass(), method, arguments, context, timeoutMillis);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return object + "." + method.getName() + Arrays.toString(arguments);
    }
}
