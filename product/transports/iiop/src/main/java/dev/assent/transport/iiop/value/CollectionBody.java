package dev.assent.transport.iiop.value;

import dev.assent.remote.transport.HashBound;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A collection of the JDK, in the form that its class writes: some numbers that are not used here, the number of
 * elements, and the elements, each as an abstract object. Any list is sent as an ArrayList, any set as a LinkedHashSet;
 * both keep the order.
 *
 * <p>Safe to share once it is bound.
 */
final class CollectionBody extends CustomBody {
    private final Kind kind;
    private @Nullable Form element;

    /** The classes; sets first, so that a Collection that is a set is sent as a set. */
    enum Kind {
        /** Capacity, load factor, size. */
        LINKED_HASH_SET(LinkedHashSet.class, Set.class, LinkedHashSet::new),
        /** Capacity, load factor, size. */
        HASH_SET(HashSet.class, Set.class, HashSet::new),
        /** Its size as a field, then its capacity. */
        ARRAY_LIST(ArrayList.class, Collection.class, ArrayList::new),
        /** Its size. */
        LINKED_LIST(LinkedList.class, Collection.class, LinkedList::new);

        private final Class<?> type;
        private final Class<?> taken;
        private final Supplier<Collection<@Nullable Object>> maker;

        Kind(Class<?> type, Class<?> taken, Supplier<Collection<@Nullable Object>> maker) {
            this.type = type;
            this.taken = taken;
            this.maker = maker;
        }

        /** The class that it makes. */
        Class<?> type() {
            return type;
        }
    }

    CollectionBody(Kind kind) {
        super(kind.type);
        this.kind = kind;
    }

    void bind(Form newElement) {
        element = newElement;
    }

    /** Any collection that implements the same interface. */
    @Override
    boolean takes(Object value) {
        return kind.taken.isInstance(value);
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        Object[] all = ((Collection<?>) value).toArray();
        begin(out);
        if (kind == Kind.ARRAY_LIST) {
            out.putLong(all.length);
        } else if (kind != Kind.LINKED_LIST) {
            HashTables.write(out, all.length);
        }
        out.putLong(all.length);
        for (Object each : all) {
            putObject(out, bound(element), each);
        }
    }

    @Override
    Object read(ValueIn in, int begun) {
        boolean isEnclosed = begin(in);
        if (kind == Kind.ARRAY_LIST) {
            in.takeLong();
        }
        beginMore(in, isEnclosed);
        boolean isSet = kind.taken == Set.class;
        if (isSet) {
            HashTables.skip(in);
        }
        int count = in.takeCount();
        Collection<@Nullable Object> made = kind.maker.get();
        in.keep(begun, made);
        HashBound keys = new HashBound();
        for (int i = 0; i < count; i++) {
            made.add(isSet ? in.takeKey(bound(element), keys) : takeObject(in, bound(element)));
        }
        endMore(in, isEnclosed);
        return made;
    }
}
