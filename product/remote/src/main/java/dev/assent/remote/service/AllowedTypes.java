package dev.assent.remote.service;

import dev.assent.remote.Passing;
import java.io.ObjectInputFilter;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.Set;

/**
 * The types that an interface declares, as {@link Passing#BY_VALUE} says: a copy makes objects of these types only.
 *
 * <p>Immutable and safe to share.
 */
final class AllowedTypes implements ObjectInputFilter {
    /** The JDK's values, collections and times. */
    private static final Set<String> PACKAGES = Set.of("java.math", "java.time", "java.time.chrono", "java.util");

    private static final Set<Class<?>> VALUES = Set.of(
            Object.class, // for Object[]; its elements are checked too
            String.class,
            Number.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Enum.class);

    private final Set<Type> declared = new HashSet<>();

    /** The types of an interface. */
    AllowedTypes(Class<?> exported) {
        for (Method each : exported.getMethods()) {
            add(each.getGenericReturnType());
            for (Type parameter : each.getGenericParameterTypes()) {
                add(parameter);
            }
        }
    }

    private void add(Type type) {
        if (!declared.add(type)) {
            return;
        }
        if (type instanceof Class<?> plain) {
            add(plain);
        } else if (type instanceof ParameterizedType generic) {
            add(generic.getRawType());
            addAll(generic.getActualTypeArguments());
        } else if (type instanceof GenericArrayType array) {
            add(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            addAll(wildcard.getUpperBounds());
        } else if (type instanceof TypeVariable<?> variable) {
            addAll(variable.getBounds());
        }
    }

    private void addAll(Type[] types) {
        for (Type each : types) {
            add(each);
        }
    }

    private void add(Class<?> plain) {
        if (plain.isArray()) {
            add((Type) plain.getComponentType());
            return;
        }
        if (plain.isPrimitive() || isOfJdk(plain)) {
            return;
        }
        if (plain.getGenericSuperclass() != null) {
            add(plain.getGenericSuperclass());
        }
        for (Field each : plain.getDeclaredFields()) {
            if (!Modifier.isStatic(each.getModifiers()) && !Modifier.isTransient(each.getModifiers())) {
                add(each.getGenericType());
            }
        }
        if (plain.isSealed()) {
            addAll(plain.getPermittedSubclasses());
        }
    }

    private static boolean isOfJdk(Class<?> type) {
        return VALUES.contains(type) || PACKAGES.contains(type.getPackageName());
    }

    @Override
    public Status checkInput(FilterInfo info) {
        Class<?> type = info.serialClass();
        while (type != null && type.isArray()) {
            type = type.getComponentType();
        }
        if (type == null) {
            return Status.UNDECIDED; // a size, not a type
        }
        return type.isPrimitive() || isOfJdk(type) || declared.contains(type) ? Status.ALLOWED : Status.REJECTED;
    }
}
