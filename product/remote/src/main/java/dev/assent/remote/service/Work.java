package dev.assent.remote.service;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The work of one call, whatever transaction it is part of.
 *
 * @param call its name for display
 * @param result converts the method's result for the caller; its exceptions count as the method's
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
