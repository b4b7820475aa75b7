package dev.assent.transport.iiop.value;

import dev.assent.remote.Referenced;
import java.io.Externalizable;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the forms of declared types, and of all types inside of them. Types without a form can't be carried: the
 * declared type must say which classes its values can have before the first byte comes.
 *
 * <p>Not thread-safe; the forms are safe to share.
 */
public final class Forms {
    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            Boolean.class, boolean.class,
            Byte.class, byte.class,
            Character.class, char.class,
            Short.class, short.class,
            Integer.class, int.class,
            Long.class, long.class,
            Float.class, float.class,
            Double.class, double.class);

    private final ValueForm text = new ValueForm(List.of(new StringBody()));
    private final Map<Type, Form> forms = new HashMap<>();
    private final Map<Class<?>, Body> bodies = new HashMap<>();

    /** No forms are known yet. */
    public Forms() {
        ValueForm octets = new ValueForm(List.of(new PrimitiveArrayBody(byte[].class)));
        ValueForm whole = new ValueForm(List.of(new BigNumberBodies.Whole(octets)));
        forms.put(String.class, text);
        forms.put(byte[].class, octets);
        forms.put(BigInteger.class, whole);
        forms.put(BigDecimal.class, new ValueForm(List.of(new BigNumberBodies.Decimal(whole))));
        forms.put(Date.class, new ValueForm(List.of(new SmallBodies.Dates())));
        forms.put(UUID.class, new ValueForm(List.of(new SmallBodies.Uuids())));
        BOXES.forEach((box, primitive) -> forms.put(box, new ValueForm(List.of(new BoxBody(box, primitive)))));
    }

    /**
     * The form of a declared type.
     *
     * @throws ValueException when it, or a type in it, can't be carried
     */
    public Form of(Type type) throws ValueException {
        Form known = forms.get(type);
        if (known != null) {
            return known;
        }
        if (type instanceof Class<?> plain) {
            return ofClass(plain);
        } else if (type instanceof ParameterizedType generic) {
            return ofGeneric(generic, (Class<?>) generic.getRawType());
        } else if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0]);
        } else if (type instanceof GenericArrayType array) {
            Class<?> raw = rawClass(array);
            if (raw != null) {
                return ofArray(array, raw, array.getGenericComponentType());
            }
        }
        throw refused(type, "is different at every call");
    }

    private static ValueException refused(Type type, String why) {
        return new ValueException(
                "type " + type.getTypeName() + " " + why + "; allowed are primitive types, String, byte[]"
                        + " and other arrays, Serializable classes of plain fields, records, enums, sealed types of these, numbers,"
                        + " List, Set and Map of declared types, and exported interfaces as results");
    }

    private static @Nullable Class<?> rawClass(GenericArrayType array) {
        Type component = array.getGenericComponentType();
        return component instanceof ParameterizedType generic ? ((Class<?>) generic.getRawType()).arrayType() : null;
    }

    // ---- classes

    private Form ofClass(Class<?> type) throws ValueException {
        if (type.isPrimitive()) {
            return new PrimitiveForm(type);
        } else if (type.isArray()) {
            Class<?> element = type.getComponentType();
            return element.isPrimitive()
                    ? kept(type, List.of(new PrimitiveArrayBody(type)))
                    : ofArray(type, type, element);
        } else if (type.isAnnotationPresent(Referenced.class)) {
            return new ReferenceForm(type);
        }
        if (type == List.class || type == Set.class || type == Collection.class || type == Map.class) {
            throw refused(type, "does not declare the type of its elements");
        }
        List<Body> all = new ArrayList<>();
        List<Body> fresh = new ArrayList<>();
        collect(type, all, fresh);
        ValueForm form = kept(type, all);
        for (Body each : fresh) {
            bind(each);
        }
        return form;
    }

    private ValueForm kept(Type type, List<Body> all) {
        ValueForm form = new ValueForm(all);
        forms.put(type, form);
        return form;
    }

    private Form ofArray(Type type, Class<?> raw, Type element) throws ValueException {
        ArrayBody body = new ArrayBody(raw);
        ValueForm form = kept(type, List.of(body));
        body.bind(of(element));
        return form;
    }

    /** Collects the bodies of a class, and of all classes that it permits. */
    private void collect(Class<?> type, List<Body> all, List<Body> fresh) throws ValueException {
        if (type.isSealed() && !type.isEnum()) {
            for (Class<?> each : type.getPermittedSubclasses()) {
                collect(each, all, fresh);
            }
        }
        boolean isMade = !type.isInterface() && (type.isEnum() || !Modifier.isAbstract(type.getModifiers()));
        if (!isMade && !type.isSealed()) {
            throw refused(type, "does not say which classes its values can have");
        }
        if (isMade) {
            Body known = bodies.get(type);
            Body body = known == null ? body(type) : known;
            if (known == null) {
                bodies.put(type, body);
                fresh.add(body);
            }
            all.add(body);
        }
    }

    private Body body(Class<?> type) throws ValueException {
        if (type.isEnum()) {
            return new EnumBody(type, text);
        }
        if (!Serializable.class.isAssignableFrom(type)) {
            throw refused(type, "is not Serializable");
        }
        if (Externalizable.class.isAssignableFrom(type) || standsIn(type)) {
            throw refused(type, "is serialized as another class");
        }
        if (Throwable.class.isAssignableFrom(type)) {
            return new ExceptionBody(type, text);
        }
        return type.isRecord() ? new RecordBody(type) : new ObjectBody(type);
    }

    /** Whether the class has methods that replace its values by others when they are written or read. */
    private static boolean standsIn(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                boolean isNamed = method.getName().equals("writeReplace")
                        || method.getName().equals("readResolve");
                if (isNamed && method.getParameterCount() == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private void bind(Body body) throws ValueException {
        if (body instanceof ObjectBody object) {
            object.bind(new ClassFields(body.type(), Object.class, this::ofField));
        } else if (body instanceof RecordBody made) {
            made.bind(new ClassFields(body.type(), Record.class, this::ofField));
        } else if (body instanceof ExceptionBody exception) {
            exception.bind(new ClassFields(body.type(), Throwable.class, this::ofField));
        }
    }

    private Form ofField(Field field) throws ValueException {
        return of(field.getGenericType());
    }

    // ---- collections

    private Form ofGeneric(ParameterizedType type, Class<?> raw) throws ValueException {
        Type[] inside = type.getActualTypeArguments();
        if (raw == Map.class || raw == HashMap.class || raw == LinkedHashMap.class) {
            List<MapBody> maps = new ArrayList<>();
            if (raw != HashMap.class) {
                maps.add(new MapBody(true));
            }
            if (raw != LinkedHashMap.class) {
                maps.add(new MapBody(false));
            }
            ValueForm form = kept(type, List.copyOf(maps));
            for (MapBody each : maps) {
                each.bind(of(inside[0]), of(inside[1]));
            }
            return form;
        }
        List<CollectionBody> collections = Arrays.stream(CollectionBody.Kind.values())
                .filter(each -> isAllowed(each, raw))
                .map(CollectionBody::new)
                .toList();
        if (collections.isEmpty()) {
            throw refused(type, "is generic");
        }
        ValueForm form = kept(type, List.copyOf(collections));
        for (CollectionBody each : collections) {
            each.bind(of(inside[0]));
        }
        return form;
    }

    /** Whether a declared type is the class itself, or a standard interface of it. */
    private static boolean isAllowed(CollectionBody.Kind kind, Class<?> raw) {
        return kind.type() == raw
                || ((raw == List.class || raw == Set.class || raw == Collection.class)
                        && raw.isAssignableFrom(kind.type()));
    }
}
