package dev.assent.remote.transport;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map of bounded size: beyond it, the entry that was used longest ago is dropped.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Recent<K, V> {
    private final Map<K, V> all;

    /** Empty, for at most this many entries. */
    public Recent(int max) {
        all = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > max;
            }
        };
    }

    /** The value of a key; null if it has none, or it was dropped. */
    public synchronized @Nullable V get(K key) {
        return all.get(key);
    }

    /** Sets the value of a key. */
    public synchronized void put(K key, V value) {
        all.put(key, value);
    }

    /** Whether it has no entries. */
    public synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    /** Removes a key. */
    public synchronized void remove(K key) {
        all.remove(key);
    }
}
