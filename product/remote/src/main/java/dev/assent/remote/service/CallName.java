package dev.assent.remote.service;

import dev.assent.remote.message.ShownAddress;
import java.lang.reflect.Method;

/**
 * The name of a call for display; it becomes a text only if needed. Immutable.
 *
 * @param object the name of the object
 * @param type its interface, which may have the method from another one
 */
record CallName(String object, Class<?> type, Method method) {
    /** With the interface that declares the method. */
    CallName(String object, Method method) {
        this(object, method.getDeclaringClass(), method);
    }

    /** Whether it is the close of AutoCloseable. */
    boolean isClose() {
        return method.getName().equals("close") && method.getParameterCount() == 0;
    }

    @Override
    public String toString() {
        boolean isReference = object.startsWith(References.MARK) || ShownAddress.isReference(object);
        String shown = isReference ? method.getDeclaringClass().getSimpleName() : object;
        return shown + "." + method.getName();
    }
}
