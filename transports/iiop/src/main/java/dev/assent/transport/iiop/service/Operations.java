package dev.assent.transport.iiop.service;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The methods of exported interfaces by the names that requests have for them (Java to IDL mapping 1.4, section 1.3.2.6):
 * that of the method; of one that is overloaded, with the types of its parameters.
 *
 * <p>Thread safety: safe to share.
 */
final class Operations {
    private final int bytesMax;

    /** By the interface, and not here: one that is used no more may be unloaded. */
    private final ClassValue<Map<String, Method>> byName = new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
            return named(type);
        }
    };

    private final ClassValue<Map<Method, Operation>> prepared = new ClassValue<>() {
        @Override
        protected Map<Method, Operation> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** Those whose arguments and results are not larger. */
    Operations(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    private static Map<String, Method> named(Class<?> type) {
        Map<String, Method> all = new HashMap<>();
        for (Method each : type.getMethods()) {
            all.put(name(each), each);
        }
        return Map.copyOf(all);
    }

    private static String name(Method method) {
        boolean isOverloaded = false;
        for (Method each : method.getDeclaringClass().getMethods()) {
            isOverloaded |= each.getName().equals(method.getName())
                    && !Arrays.equals(each.getParameterTypes(), method.getParameterTypes());
        }
        if (!isOverloaded) {
            return method.getName();
        }
        StringBuilder name = new StringBuilder(method.getName()).append("__");
        for (int i = 0; i < method.getParameterCount(); i++) {
            name.append(i == 0 ? "" : "__").append(typeName(method.getParameterTypes()[i]));
        }
        return name.toString();
    }

    private static String typeName(Class<?> type) {
        if (type == int.class) {
            return "long";
        }
        if (type == long.class) {
            return "long_long";
        }
        if (type == byte.class) {
            return "octet";
        }
        if (type == char.class) {
            return "wchar";
        }
        if (type == String.class) {
            return "CORBA_WStringValue";
        }
        return type == byte[].class
                ? "org_omg_boxedRMI_seq1_octet"
                : type.getName().replace('.', '_');
    }

    /** The method that a request names; null when the interface has none such. */
    @Nullable Method find(Class<?> type, String operation) {
        return byName.get(type).get(operation);
    }

    /**
     * A method of an interface.
     *
     * @throws ValueException when it has a type that is not carried
     */
    Operation of(Method method) throws ValueException {
        Map<Method, Operation> ofType = prepared.get(method.getDeclaringClass());
        Operation found = ofType.get(method);
        if (found == null) {
            found = new Operation(name(method), method, bytesMax);
            ofType.put(method, found);
        }
        return found;
    }
}
