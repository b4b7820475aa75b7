package dev.assent.transport.soap.value;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The methods of exported interfaces as operations: one has the name of its method; of one that is overloaded, with the
 * types of its parameters behind it.
 *
 * <p>Thread safety: safe to share.
 */
public final class Operations {
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

    private static Map<String, Method> named(Class<?> type) {
        Map<String, Method> all = new TreeMap<>();
        for (Method each : type.getMethods()) {
            if (!Modifier.isStatic(each.getModifiers()) && !each.isBridge()) {
                all.put(name(type, each), each);
            }
        }
        return Collections.unmodifiableMap(all);
    }

    private static String name(Class<?> type, Method method) {
        boolean isOverloaded = false;
        for (Method each : type.getMethods()) {
            isOverloaded |= each.getName().equals(method.getName())
                    && !Arrays.equals(each.getParameterTypes(), method.getParameterTypes());
        }
        StringBuilder name = new StringBuilder(method.getName());
        if (isOverloaded) {
            for (Class<?> each : method.getParameterTypes()) {
                name.append('_').append(each.getSimpleName().replace("[]", "Array"));
            }
        }
        return name.toString();
    }

    /** The namespace of an interface: that of its package (Jakarta XML Web Services 4.0, section 3.2). */
    public static String namespace(Class<?> type) {
        List<String> parts = new ArrayList<>(List.of(type.getPackageName().split("\\.", -1)));
        Collections.reverse(parts);
        return "http://" + String.join(".", parts) + "/";
    }

    /** The method that a call names; null when the interface has none such. */
    public @Nullable Method find(Class<?> type, String operation) {
        return byName.get(type).get(operation);
    }

    /** All methods of an interface, in the order of their names. */
    public List<Method> all(Class<?> type) {
        return List.copyOf(byName.get(type).values());
    }

    /**
     * A method of an interface, or of one that it extends: all operations of a service have its names, wherever their
     * methods come from.
     *
     * @param type the one that is exported
     * @throws ValueException when it has a type that is not carried
     */
    public Operation of(Class<?> type, Method method) throws ValueException {
        Map<Method, Operation> ofType = prepared.get(type);
        Operation found = ofType.get(method);
        if (found == null) {
            found = new Operation(name(type, method), type, method);
            ofType.put(method, found);
        }
        return found;
    }
}
