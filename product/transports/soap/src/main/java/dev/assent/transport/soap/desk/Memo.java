package dev.assent.transport.soap.desk;

import dev.assent.transport.soap.xml.Element;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A small cache: each value has the place of its key's hash. Two keys with the same place replace each other's values,
 * which costs only time.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits for another.
 */
public final class Memo<K, V> {
    /** The largest {@link Element#size} of XML to keep; a larger one could take much memory for few received bytes. */
    public static final int ELEMENT_SIZE_MAX = 60;

    /** Usually more than the number of unfinished transactions. */
    private static final int PLACES = 256;

    private final AtomicReferenceArray<@Nullable Known<K, V>> places;

    private record Known<K, V>(K key, V value) {}

    /** Empty. */
    public Memo() {
        this(PLACES);
    }

    /** Empty, with this number of places, a power of two. */
    Memo(int places) {
        this.places = new AtomicReferenceArray<>(places);
    }

    private int place(K key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & (places.length() - 1);
    }

    /** Whether XML is short enough to be kept. */
    public static boolean isShort(List<Element> elements) {
        return elements.stream().mapToInt(Element::size).sum() <= ELEMENT_SIZE_MAX;
    }

    /** The value of a key; null if none is kept. */
    public @Nullable V find(K key) {
        Known<K, V> known = places.get(place(key));
        return known != null && known.key().equals(key) ? known.value() : null;
    }

    /** Keeps a value. */
    public void keep(K key, V value) {
        places.set(place(key), new Known<>(key, value));
    }

    /** The value of a key; made by the function if none is kept. If that throws, nothing is kept. */
    public V get(K key, Function<K, V> function) {
        V known = find(key);
        if (known != null) {
            return known;
        }
        V made = function.apply(key);
        keep(key, made);
        return made;
    }
}
