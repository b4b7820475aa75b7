package dev.assent.transport.soap.value;

import dev.assent.remote.transport.HashBound;
import dev.assent.transport.soap.xml.Element;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An array, a List, a Set or a Collection: an element {@code item} for each of its values. */
final class ListForm extends ValueForm {
    private static final QName ITEM = new QName("item");

    /**
     * The identity of a list type: int and Integer are one schema type, and a class may have the name of a list type.
     */
    private record Key(QName itemType, boolean isNullable) {}

    private final ValueForm items;
    private final Class<?> type;

    /**
     * A form.
     *
     * @param type an array, Collection, List or Set
     */
    ListForm(Class<?> type, ValueForm items) {
        this.type = type;
        this.items = items;
    }

    /** Whether it is the form of a class. */
    static boolean isFor(Class<?> type) {
        return type == Collection.class || type == List.class || type == Set.class;
    }

    @Override
    Element writeValue(QName name, Object value, int depth) throws ValueException {
        List<Element> written = new ArrayList<>();
        for (Object each : type.isArray() ? ofArray(value) : (Collection<?>) value) {
            written.add(items.write(ITEM, each, depth + 1));
        }
        return Element.of(name, written);
    }

    private static List<@Nullable Object> ofArray(Object array) {
        List<@Nullable Object> all = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            all.add(Array.get(array, i));
        }
        return all;
    }

    @Override
    Object readValue(Element element) throws ValueException {
        List<@Nullable Object> read = new ArrayList<>();
        for (Element each : element.children()) {
            if (!each.is(ITEM)) {
                throw new ValueException("'" + each.name() + "' is not an item of a list");
            }
            read.add(items.read(each));
        }
        if (!type.isArray()) {
            return type == Set.class ? set(read) : read;
        }
        Object array = Array.newInstance(type.getComponentType(), read.size());
        for (int i = 0; i < read.size(); i++) {
            Array.set(array, i, read.get(i));
        }
        return array;
    }

    private static Set<@Nullable Object> set(List<@Nullable Object> read) throws ValueException {
        HashBound bound = new HashBound();
        try {
            read.forEach(bound::put);
        } catch (IllegalArgumentException tooMany) {
            throw new ValueException(String.valueOf(tooMany.getMessage()));
        }
        return new LinkedHashSet<>(read);
    }

    @Override
    QName schemaType(Schema schema) {
        QName itemType = items.schemaType(schema);
        String wish = "ListOf" + Schema.capital(itemType.getLocalPart());
        return schema.declare(new Key(itemType, items.isNullable()), wish, name -> {
            Element item = schema.member(ITEM.getLocalPart(), itemType, items.isNullable())
                    .with(new QName("maxOccurs"), "unbounded")
                    .with(new QName("minOccurs"), "0");
            return Schema.complex(name, List.of(item));
        });
    }
}
