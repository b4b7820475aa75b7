package dev.assent.resources;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;

/** A driver's own objects, with something done between a call and its answer. */
public final class Hooked {
    private Hooked() {}

    /** A reaction to the result of a method. */
    public interface Hook {
        /** Returns or throws something else instead. */
        Object apply(Object answer) throws Throwable;
    }

    /**
     * The same object, hooked.
     *
     * @param after what is done to what a method returns, by the method's name
     */
    public static <T> T hooked(Class<T> type, Object own, Map<String, Hook> after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object answer;
                    try {
                        answer = method.invoke(own, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                    Hook hook = after.get(method.getName());
                    return hook == null ? answer : hook.apply(answer);
                }));
    }
}
