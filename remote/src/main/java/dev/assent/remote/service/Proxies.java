package dev.assent.remote.service;

import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Makes proxies, and finds what is behind one. Pure functions. */
final class Proxies {
    private Proxies() {}

    /** A proxy with this behind it. */
    static Object of(ServiceProxy behind) {
        Class<?> type = behind.type();
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, behind);
    }

    /** What is behind a proxy; null when that is none of ours. */
    static @Nullable ServiceProxy behind(@Nullable Object proxy) {
        return proxy != null
                        && Proxy.isProxyClass(proxy.getClass())
                        && Proxy.getInvocationHandler(proxy) instanceof ServiceProxy ours
                ? ours
                : null;
    }
}
