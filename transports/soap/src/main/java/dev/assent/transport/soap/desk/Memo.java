package dev.assent.transport.soap.desk;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a pure function gives for what it was asked last: as many values as there are places, each in the place of the hash of
 * what was asked. Two that meet in one place drive each other out, and nothing but time is lost. Nothing is kept of what the
 * function refuses.
 *
 * <p>Thread safety: all methods may be called by any thread; none waits for another.
 */
public final class Memo<K, V> {
    /** More than there are transactions under way at a time, most times. */
    private static final int PLACES = 256;

    private final AtomicReferenceArray<@Nullable Known<K, V>> places;
    private final Function<K, V> function;

    private record Known<K, V>(K key, V value) {}

    /** Knows nothing yet. */
    public Memo(Function<K, V> function) {
        this(PLACES, function);
    }

    /**
     * As the other one.
     *
     * @param places a power of two
     */
    Memo(int places, Function<K, V> function) {
        this.places = new AtomicReferenceArray<>(places);
        this.function = function;
    }

    /** What the function gives, or throws. */
    public V get(K key) {
        int hash = key.hashCode();
        int place = (hash ^ hash >>> 16) & (places.length() - 1);
        Known<K, V> known = places.get(place);
        if (known != null && known.key().equals(key)) {
            return known.value();
        }
        V value = function.apply(key);
        places.set(place, new Known<>(key, value));
        return value;
    }
}
