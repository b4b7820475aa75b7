package dev.assent.remote;

import java.util.HashMap;
import java.util.Map;
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
        this.byMethod = Map.copyOf(byMethod);
    }

    /** One attribute for the interface. */
    public static Attributes of(CallTransaction attribute) {
        return new Attributes(attribute, Map.of());
    }

    /** These attributes, and one for the methods of this name. */
    public Attributes with(String method, CallTransaction attribute) {
        Map<String, CallTransaction> more = new HashMap<>(byMethod);
        more.put(method, attribute);
        return new Attributes(ofAll, more);
    }

    /** The attribute of the interface; null if code gives none. */
    public @Nullable CallTransaction ofAll() {
        return ofAll;
    }

    /** The attributes of methods, by their names. */
    public Map<String, CallTransaction> byMethod() {
        return byMethod;
    }
}
