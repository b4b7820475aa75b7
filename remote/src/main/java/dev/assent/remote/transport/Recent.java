package dev.assent.remote.transport;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was used last, up to a number.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Recent<K, V> {
    private final Map<K, V> all;

    /** None yet. */
    public Recent(int max) {
        all = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > max;
            }
        };
    }

    /** What is known by this key; null when it is not, or not any more. */
    public synchronized @Nullable V get(K key) {
        return all.get(key);
    }

    /** Keeps something. */
    public synchronized void put(K key, V value) {
        all.put(key, value);
    }

    /** Forgets something. */
    public synchronized void remove(K key) {
        all.remove(key);
    }
}
