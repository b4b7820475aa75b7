package dev.assent.transport.soap.desk;

import dev.assent.transport.soap.xml.Element;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was made of something lately: as many values as there are places, each in the place of the hash of its key. Two that
 * meet in one place drive each other out, and nothing but time is lost.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits for another.
 */
public final class Memo<K, V> {
    /** The {@link Element#size} of what XML may be kept; more takes much memory for few bytes that have come. */
    public static final int ELEMENT_SIZE_MAX = 60;

    /** More than there are transactions under way at a time, most times. */
    private static final int PLACES = 256;

    private final AtomicReferenceArray<@Nullable Known<K, V>> places;

    private record Known<K, V>(K key, V value) {}

    /** Knows nothing yet. */
    public Memo() {
        this(PLACES);
    }

    /** With so many places, a power of two. */
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

    /** The value of a key; null when none is known. */
    public @Nullable V find(K key) {
        Known<K, V> known = places.get(place(key));
        return known != null && known.key().equals(key) ? known.value() : null;
    }

    /** Knows a value from now on. */
    public void keep(K key, V value) {
        places.set(place(key), new Known<>(key, value));
    }

    /** The value of a key, which is made when none is known. Nothing is kept of what can't be made. */
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
