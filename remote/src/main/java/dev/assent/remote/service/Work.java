package dev.assent.remote.service;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is done for one call, whatever transaction it is part of.
 *
 * @param call its name for people
 * @param result makes of what the method returns what its caller gets; what it throws, the method has thrown
 */
record Work(
        CallName call,
        ExportedMethod method,
        Object target,
        @Nullable Object[] arguments,
        UnaryOperator<@Nullable Object> result) {
    @Nullable Object run() throws Throwable {
        return result.apply(method.invoke(target, arguments));
    }
}
