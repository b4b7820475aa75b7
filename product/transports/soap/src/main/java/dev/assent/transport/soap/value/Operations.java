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
 * The methods of exported interfaces as operations. An operation has the name of its method; if that is overloaded, the
 * types of its parameters follow the name.
 *
 * <p>Thread safety: safe to share.
 */
public final class Operations {
    /** The interface holds these, so that an interface that is no longer used can be unloaded. */
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

    /** The method of an operation; null if the interface has none. */
    public @Nullable Method find(Class<?> type, String operation) {
        return byName.get(type).get(operation);
    }

    /** All methods of an interface, in the order of their names. */
    public List<Method> all(Class<?> type) {
        return List.copyOf(byName.get(type).values());
    }

    /**
     * The operation of a method, which the interface declares or inherits. All operations of a service have names in
     * the exported interface's namespace, whichever interface declares the method.
     *
     * @param type the exported interface
     * @throws ValueException if the method has a type that can't be carried
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
