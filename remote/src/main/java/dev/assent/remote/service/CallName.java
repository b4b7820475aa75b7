package dev.assent.remote.service;

import java.lang.reflect.Method;

/**
 * What is called, for people; made into a text only when it is needed. Immutable.
 *
 * @param object the name of the object
 */
record CallName(String object, Method method) {
    /** Whether it is the close of AutoCloseable. */
    boolean isClose() {
        return method.getName().equals("close") && method.getParameterCount() == 0;
    }

    @Override
    public String toString() {
        String shown =
                object.startsWith(References.MARK) ? method.getDeclaringClass().getSimpleName() : object;
        return shown + "." + method.getName();
    }
}
