package dev.assent.transport.iiop.service;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The names of an interface's methods in requests (Java to IDL mapping 1.4, sections 1.3.2.6 and 1.3.4.3): the method's
 * name; for an overloaded method with the types of its parameters; for a property's method the name of an attribute.
 *
 * <p>Immutable and safe to share.
 */
final class OperationNames {
    private static final Map<Class<?>, String> IDL_TYPES = Map.of(
            boolean.class, "boolean",
            byte.class, "octet",
            char.class, "wchar",
            short.class, "short",
            int.class, "long",
            long.class, "long_long",
            float.class, "float",
            double.class, "double",
            String.class, "CORBA_WStringValue");

    private static final String GET = "get";
    private static final String IS = "is";
    private static final String SET = "set";

    private final Map<Method, String> names = new HashMap<>();
    private final Map<String, Method> methods = new HashMap<>();

    /** The names in an interface. */
    OperationNames(Class<?> type) {
        for (Method each : type.getMethods()) {
            if (!Modifier.isStatic(each.getModifiers()) && !each.isBridge()) {
                String plain = plainName(type, each);
                String attribute = attribute(type, each);
                names.put(each, attribute == null ? plain : attribute);
                methods.put(plain, each);
            }
        }
        names.forEach((method, name) -> methods.put(name, method));
    }

    /** The name of a method. */
    String of(Method method) {
        return Objects.requireNonNull(names.get(method));
    }

    /** The method that a request names; a property's method also by its own name. Null when there is none. */
    @Nullable Method find(String operation) {
        return methods.get(operation);
    }

    private static String plainName(Class<?> type, Method method) {
        boolean isOverloaded = false;
        for (Method each : type.getMethods()) {
            isOverloaded |= each.getName().equals(method.getName())
                    && !Arrays.equals(each.getParameterTypes(), method.getParameterTypes());
        }
        if (!isOverloaded) {
            return method.getName();
        }
        StringBuilder name = new StringBuilder(method.getName()).append("__");
        for (int i = 0; i < method.getParameterCount(); i++) {
            name.append(i == 0 ? "" : "__").append(idlType(method.getParameterTypes()[i]));
        }
        return name.toString();
    }

    /** The IDL type of a class; an array is a boxed sequence in a module of its own. */
    private static String idlType(Class<?> type) {
        int dimensions = 0;
        Class<?> base = type;
        while (base.getComponentType() != null) {
            base = base.getComponentType();
            dimensions++;
        }
        String name =
                IDL_TYPES.getOrDefault(base, base.getName().replace('.', '_').replace("$", "__"));
        if (dimensions == 0) {
            return name;
        }
        int end = base.isPrimitive() ? 0 : name.lastIndexOf('_') + 1;
        return "org_omg_boxedRMI_" + name.substring(0, end) + "seq" + dimensions + "_" + name.substring(end);
    }

    // ---- properties

    private static @Nullable String attribute(Class<?> type, Method method) {
        if (throwsMore(method)) {
            return null;
        }
        String name = method.getName();
        Class<?> returned = method.getReturnType();
        boolean isRead = method.getParameterCount() == 0;
        if (isRead && returned != void.class && isPrefixed(name, GET)) {
            return "_get_" + property(type, name.substring(GET.length()));
        } else if (isRead && returned == boolean.class && isPrefixed(name, IS)) {
            return "_get_" + property(type, name.substring(IS.length()));
        }
        boolean isWrite = method.getParameterCount() == 1 && returned == void.class && isPrefixed(name, SET);
        return isWrite && isReadable(type, name.substring(SET.length()), method.getParameterTypes()[0])
                ? "_set_" + property(type, name.substring(SET.length()))
                : null;
    }

    private static boolean isPrefixed(String name, String prefix) {
        return name.startsWith(prefix)
                && name.length() > prefix.length()
                && Character.isUpperCase(name.charAt(prefix.length()));
    }

    private static boolean isReadable(Class<?> type, String property, Class<?> value) {
        for (Method each : type.getMethods()) {
            boolean isNamed = each.getName().equals(GET + property)
                    || (each.getName().equals(IS + property) && value == boolean.class);
            if (isNamed && each.getParameterCount() == 0 && each.getReturnType() == value && !throwsMore(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean throwsMore(Method method) {
        for (Class<?> each : method.getExceptionTypes()) {
            boolean isUnchecked = RuntimeException.class.isAssignableFrom(each) || Error.class.isAssignableFrom(each);
            if (!isUnchecked && !RemoteException.class.isAssignableFrom(each)) {
                return true;
            }
        }
        return false;
    }

    /** The attribute's name: it begins in lower case unless with two capitals; "__" follows if a method has it. */
    private static String property(Class<?> type, String name) {
        boolean isKept = name.length() > 1 && Character.isUpperCase(name.charAt(1));
        String property = isKept ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
        boolean isTaken =
                Arrays.stream(type.getMethods()).anyMatch(each -> each.getName().equalsIgnoreCase(property));
        return isTaken ? property + "__" : property;
    }
}
