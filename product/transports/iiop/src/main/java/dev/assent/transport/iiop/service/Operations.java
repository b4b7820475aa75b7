package dev.assent.transport.iiop.service;

import dev.assent.transport.iiop.value.ValueLimits;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The methods of exported interfaces, and how to call them.
 *
 * <p>Thread safety: safe to share.
 */
final class Operations {
    private final ValueLimits limits;

    /** Kept with the interface, not here, so that an unused interface can be unloaded. */
    private final ClassValue<OperationNames> names = new ClassValue<>() {
        @Override
        protected OperationNames computeValue(Class<?> type) {
            return new OperationNames(type);
        }
    };

    private final ClassValue<Map<Method, Operation>> prepared = new ClassValue<>() {
        @Override
        protected Map<Method, Operation> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** {@code limits} bounds the arguments and results of all methods. */
    Operations(ValueLimits limits) {
        this.limits = limits;
    }

    /** The method that a request names; null when the interface has no such method. */
    @Nullable Method find(Class<?> type, String operation) {
        return names.get(type).find(operation);
    }

    /**
     * A method of an interface.
     *
     * @throws UncarriedException when one of its types can't be carried
     */
    Operation of(Method method) throws UncarriedException {
        Class<?> type = method.getDeclaringClass();
        Map<Method, Operation> ofType = prepared.get(type);
        Operation found = ofType.get(method);
        if (found == null) {
            found = new Operation(names.get(type).of(method), method, limits);
            ofType.put(method, found);
        }
        return found;
    }
}
