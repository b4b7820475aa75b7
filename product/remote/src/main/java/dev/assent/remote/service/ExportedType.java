package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.Attributes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The interface of exported objects: only its methods can be called.
 *
 * <p>Immutable and safe to share.
 */
final class ExportedType {
    private final Class<?> type;

    /** For callers that know the interface by the same class. */
    private final Map<Method, ExportedMethod> byMethod = new HashMap<>();

    private final Map<Signature, ExportedMethod> bySignature = new HashMap<>();

    private record Signature(String name, List<Class<?>> parameters) {
        static Signature of(Method method) {
            return new Signature(method.getName(), List.of(method.getParameterTypes()));
        }
    }

    ExportedType(Class<?> type, Attributes attributes) {
        this.type = type;
        for (Method each : type.getMethods()) {
            if (!Modifier.isStatic(each.getModifiers()) && !each.isBridge()) {
                each.setAccessible(true); // the interface may not be public
                ExportedMethod exported = ExportedMethod.of(each, MethodAttributes.of(attributes, type, each));
                byMethod.put(each, exported);
                bySignature.put(Signature.of(each), exported);
            }
        }
    }

    /** Refuses a class and an annotation. */
    static void check(String what, Class<?> type) {
        if (!type.isInterface() || type.isAnnotation()) {
            throw new IllegalArgumentException(MESSAGES.exportNoInterface(what, type.getName()));
        }
    }

    Class<?> type() {
        return type;
    }

    /** Its method with the name and parameters of the called one; null if it has none. */
    @Nullable ExportedMethod find(Method called) {
        ExportedMethod same = byMethod.get(called);
        return same != null ? same : bySignature.get(Signature.of(called));
    }
}
