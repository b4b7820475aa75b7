package dev.assent.transport.soap.value;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the forms of declared types. Reading makes only objects of declared types, never of types that a message names.
 * Not thread-safe.
 */
final class ValueForms {
    private static final String ALLOWED =
            "primitive types, String, byte[], numbers and times of the JDK, enums, records,"
                    + " classes with a constructor without parameters, and arrays, List, Set and Collection of these are";

    private final Map<Type, ValueForm> made = new HashMap<>();

    /**
     * The form of a type.
     *
     * @throws ValueException if the type can't be carried
     */
    ValueForm of(Type type) throws ValueException {
        ValueForm known = made.get(type);
        if (known != null) {
            return known;
        }
        ValueForm simple = SimpleForm.of(type);
        ValueForm found = simple != null ? simple : make(type);
        made.put(type, found);
        return found;
    }

    private ValueForm make(Type type) throws ValueException {
        if (type instanceof ParameterizedType parameterized
                && parameterized.getRawType() instanceof Class<?> raw
                && ListForm.isFor(raw)) {
            return new ListForm(raw, of(parameterized.getActualTypeArguments()[0]));
        }
        if (type instanceof GenericArrayType || !(type instanceof Class<?> plain)) {
            throw refused(type);
        }
        if (plain.isArray()) {
            return new ListForm(plain, of(plain.getComponentType()));
        }
        if (plain.isEnum()) {
            return new EnumForm(plain);
        }
        boolean isOpen = plain.isInterface()
                || Modifier.isAbstract(plain.getModifiers())
                || plain.getName().startsWith("java.")
                || plain.getTypeParameters().length > 0
                || plain.isPrimitive();
        if (isOpen) {
            throw refused(type);
        }
        StructForm struct = new StructForm(plain);
        made.put(type, struct); // before its members, which may be of its type
        struct.fill(this);
        return struct;
    }

    private static ValueException refused(Type type) {
        return new ValueException("type " + type.getTypeName() + " can't be carried over soap; " + ALLOWED);
    }
}
