package dev.assent.transport.nativewire.value;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.NullValueProvider;
import com.fasterxml.jackson.databind.deser.std.CollectionDeserializer;
import com.fasterxml.jackson.databind.deser.std.MapDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.MapType;
import dev.assent.remote.transport.HashBound;
import java.io.IOException;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the mapper read sets and maps within {@link HashBound}. */
final class BoundedTables extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> modifyCollectionDeserializer(
            DeserializationConfig config, CollectionType type, BeanDescription bean, JsonDeserializer<?> usual) {
        return usual.getClass() == CollectionDeserializer.class && Set.class.isAssignableFrom(type.getRawClass())
                ? new BoundedSet((CollectionDeserializer) usual)
                : usual;
    }

    @Override
    public JsonDeserializer<?> modifyMapDeserializer(
            DeserializationConfig config, MapType type, BeanDescription bean, JsonDeserializer<?> usual) {
        return usual.getClass() == MapDeserializer.class ? new BoundedMap((MapDeserializer) usual) : usual;
    }

    private static final class BoundedSet extends CollectionDeserializer {
        private static final long serialVersionUID = 1L;

        BoundedSet(CollectionDeserializer usual) {
            super(usual);
        }

        @Override
        protected CollectionDeserializer withResolved(
                JsonDeserializer<?> delegate,
                JsonDeserializer<?> value,
                TypeDeserializer type,
                NullValueProvider nulls,
                Boolean isOneUnwrapped) {
            return new BoundedSet(super.withResolved(delegate, value, type, nulls, isOneUnwrapped));
        }

        @Override
        protected Collection<Object> _deserializeFromArray(
                JsonParser in, DeserializationContext context, Collection<Object> made) throws IOException {
            super._deserializeFromArray(in, context, new Elements(made));
            return made;
        }
    }

    private static final class BoundedMap extends MapDeserializer {
        private static final long serialVersionUID = 1L;

        BoundedMap(MapDeserializer usual) {
            super(usual);
        }

        @Override
        protected MapDeserializer withResolved(
                KeyDeserializer key,
                TypeDeserializer type,
                JsonDeserializer<?> value,
                NullValueProvider nulls,
                Set<String> ignored,
                Set<String> included) {
            return new BoundedMap(super.withResolved(key, type, value, nulls, ignored, included));
        }

        @Override
        public Map<Object, Object> deserialize(JsonParser in, DeserializationContext context) throws IOException {
            boolean isObject = in.hasToken(JsonToken.START_OBJECT) || in.hasToken(JsonToken.FIELD_NAME);
            boolean hasCreator = _delegateDeserializer != null || _propertyBasedCreator != null;
            if (_standardStringKey || !isObject || hasCreator || !_hasDefaultCreator) {
                return super.deserialize(in, context);
            }
            @SuppressWarnings("unchecked") // a deserializer of maps makes maps
            Map<Object, Object> made = (Map<Object, Object>) _valueInstantiator.createUsingDefault(context);
            deserialize(in, context, new Entries(made));
            return made;
        }
    }

    /** Puts its elements into a set. */
    private static final class Elements extends AbstractCollection<Object> {
        private final Collection<Object> made;
        private final HashBound bound = new HashBound();

        Elements(Collection<Object> made) {
            this.made = made;
        }

        @Override
        public boolean add(@Nullable Object element) {
            bound.put(element);
            return made.add(element);
        }

        @Override
        public Iterator<Object> iterator() {
            return made.iterator();
        }

        @Override
        public int size() {
            return made.size();
        }
    }

    /** Puts its entries into a map, and finds no earlier ones there. */
    private static final class Entries extends AbstractMap<Object, Object> {
        private final Map<Object, Object> made;
        private final HashBound bound = new HashBound();

        Entries(Map<Object, Object> made) {
            this.made = made;
        }

        @Override
        public @Nullable Object get(@Nullable Object key) {
            return null;
        }

        @Override
        public @Nullable Object put(@Nullable Object key, @Nullable Object value) {
            bound.put(key);
            return made.put(key, value);
        }

        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            return made.entrySet();
        }
    }
}
