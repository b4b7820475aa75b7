package dev.assent.transport.iiop.value;

import dev.assent.remote.transport.HashBound;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map of the JDK, in the form that HashMap writes: its load factor and threshold as fields, then the capacity, the
 * size, and the keys with their values, each as an abstract object. A LinkedHashMap has one more field. Any map is sent
 * as a LinkedHashMap, which keeps the order.
 *
 * <p>Safe to share once it is bound.
 */
final class MapBody extends CustomBody {
    private final boolean isLinked;
    private @Nullable Form key;
    private @Nullable Form value;

    /** A LinkedHashMap, or a HashMap. */
    MapBody(boolean isLinked) {
        super(isLinked ? LinkedHashMap.class : HashMap.class);
        this.isLinked = isLinked;
    }

    void bind(Form newKey, Form newValue) {
        key = newKey;
        value = newValue;
    }

    /** Any map. */
    @Override
    boolean takes(Object map) {
        return map instanceof Map;
    }

    @Override
    void write(ValueOut out, Object map) throws ValueException {
        Object[] entries = ((Map<?, ?>) map).entrySet().toArray();
        int capacity = HashTables.capacity(entries.length);
        begin(out);
        out.putLong(Float.floatToRawIntBits(HashTables.LOAD_FACTOR));
        out.putLong((int) (capacity * HashTables.LOAD_FACTOR));
        out.putLong(capacity);
        out.putLong(entries.length);
        for (Object each : entries) {
            putObject(out, bound(key), ((Map.Entry<?, ?>) each).getKey());
            putObject(out, bound(value), ((Map.Entry<?, ?>) each).getValue());
        }
        if (isLinked) {
            out.putBoolean(false); // in insertion order
        }
    }

    @Override
    Object read(ValueIn in, int begun) {
        boolean isEnclosed = begin(in);
        in.takeLong();
        in.takeLong();
        beginMore(in, isEnclosed);
        in.takeLong();
        int count = in.takeCount();
        Map<@Nullable Object, @Nullable Object> made = isLinked ? new LinkedHashMap<>() : new HashMap<>();
        in.keep(begun, made);
        HashBound keys = new HashBound();
        for (int i = 0; i < count; i++) {
            Object nextKey = in.takeKey(bound(key), keys);
            made.put(nextKey, takeObject(in, bound(value)));
        }
        endMore(in, isEnclosed);
        if (isLinked) {
            in.takeBoolean();
        }
        return made;
    }
}
