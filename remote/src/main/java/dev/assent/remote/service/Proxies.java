package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Makes proxies, and finds what is behind one. Holds nothing. */
final class Proxies {
    private Proxies() {}

    /** A proxy with this behind it. */
    static Object of(ServiceProxy behind) {
        Class<?> type = behind.type();
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, behind);
    }

    /** As {@link Services#release}. */
    static void release(Object reference) {
        ServiceProxy behind = behind(reference);
        if (behind == null || !behind.release()) {
            throw new IllegalArgumentException(MESSAGES.noReference(reference));
        }
    }

    /** As {@link Services#renew}. */
    static void renew(Object reference) {
        ServiceProxy behind = behind(reference);
        if (behind == null || !behind.renew()) {
            throw new IllegalArgumentException(MESSAGES.noReference(reference));
        }
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
