package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.Services;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Makes proxies, and finds the handler of one. Has no state. */
final class Proxies {
    private Proxies() {}

    /** A proxy with this handler. */
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

    /** The handler of a proxy; null if the object is not one of Assent's proxies. */
    static @Nullable ServiceProxy behind(@Nullable Object proxy) {
        return proxy != null
                        && Proxy.isProxyClass(proxy.getClass())
                        && Proxy.getInvocationHandler(proxy) instanceof ServiceProxy ours
                ? ours
                : null;
    }
}
