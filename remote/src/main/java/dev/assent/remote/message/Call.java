package dev.assent.remote.message;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method of an exported object. Its arguments are the caller's own objects; whoever changes them while the
 * call is under way changes what is sent.
 *
 * @param object the name of the exported object
 * @param type the interface it is exported with, as far as who calls knows
 * @param method of that, or of one that it extends
 * @param arguments one for each parameter
 * @param context makes the work part of a transaction; null when it is to be part of none
 * @param timeoutMillis how long its reply is waited for
 */
public record Call(
        String object,
        Class<?> type,
        Method method,
        @Nullable Object[] arguments,
        @Nullable Context context,
        long timeoutMillis) {
    /** One whose method the interface has itself, or whose wire knows methods without it. */
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
