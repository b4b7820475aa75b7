package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The transaction attributes that code gives to an exported interface. For each method, the first of these counts:
 *
 * <ol>
 *   <li>the one that code gives to the method;
 *   <li>{@link Transacted} of the method;
 *   <li>the one that code gives to the interface;
 *   <li>{@link Transacted} of the interface that declares the method, then of the exported one;
 *   <li>REQUIRED.
 * </ol>
 *
 * <p>Immutable and safe to share.
 */
public final class Attributes {
    /** None: the annotations count. */
    public static final Attributes ANNOTATED = new Attributes(null, Map.of());

    private final @Nullable CallTransaction ofAll;
    private final Map<String, CallTransaction> byMethod;

    private Attributes(@Nullable CallTransaction ofAll, Map<String, CallTransaction> byMethod) {
        this.ofAll = ofAll;
        this.byMethod = byMethod;
    }

    /** One attribute for the interface. */
    public static Attributes of(CallTransaction attribute) {
        return new Attributes(attribute, Map.of());
    }

    /** These attributes, and one for the methods of this name. */
    public Attributes with(String method, CallTransaction attribute) {
        Map<String, CallTransaction> more = new TreeMap<>(byMethod);
        more.put(method, attribute);
        return new Attributes(ofAll, more);
    }

    /**
     * Checks that the interface has a method for each name.
     *
     * @throws IllegalArgumentException if it has none for a name
     */
    void check(Class<?> type) {
        TreeSet<String> names = new TreeSet<>();
        for (Method each : type.getMethods()) {
            names.add(each.getName());
        }
        for (String each : byMethod.keySet()) {
            if (!names.contains(each)) {
                throw new IllegalArgumentException(MESSAGES.attributeOfNothing(each, type.getName(), names));
            }
        }
    }

    /** The attribute of a method of an exported interface. */
    CallTransaction of(Class<?> type, Method method) {
        CallTransaction coded = byMethod.get(method.getName());
        if (coded != null) {
            return coded;
        }
        Transacted own = method.getAnnotation(Transacted.class);
        if (own != null) {
            return own.value();
        }
        if (ofAll != null) {
            return ofAll;
        }
        Transacted declaring = method.getDeclaringClass().getAnnotation(Transacted.class);
        Transacted exported = declaring != null ? declaring : type.getAnnotation(Transacted.class);
        return exported != null ? exported.value() : CallTransaction.REQUIRED;
    }
}
