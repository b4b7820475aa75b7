package dev.assent.transport.soap.desk;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map by the names of transactions: it keeps all unfinished ones, and the last finished ones, to answer repeated
 * requests. It never drops an unfinished one to make room. It looks for finished ones when it has twice as many entries
 * as after the last look.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Remembered<K, V> {
    private static final int LOOK_AT_MIN = 64;

    private final Limits limits;
    private final Predicate<V> isOver;
    private final Consumer<V> whenGone;
    /** Guards the fields below. */
    private final Object lock = new Object();

    private final Map<K, V> underWay = new LinkedHashMap<>();
    private final Map<K, V> over = new LinkedHashMap<>();
    private int lookAt = LOOK_AT_MIN;

    /**
     * The limits.
     *
     * @param underWayMax how many unfinished ones; further ones are refused
     * @param overMax how many finished ones; the oldest is dropped
     */
    public record Limits(int underWayMax, int overMax) {}

    /**
     * Empty.
     *
     * @param isOver whether a transaction is finished, and may be forgotten
     * @param whenGone gets each dropped value; like {@code isOver}, it must not call this object
     */
    public Remembered(Limits limits, Predicate<V> isOver, Consumer<V> whenGone) {
        this.limits = limits;
        this.isOver = isOver;
        this.whenGone = whenGone;
    }

    /** Whether there is room for one more. */
    public boolean hasRoom() {
        synchronized (lock) {
            if (underWay.size() >= limits.underWayMax()) {
                look();
            }
            return underWay.size() < limits.underWayMax();
        }
    }

    /** Adds one; several threads that saw the same room may exceed the limit. */
    public void add(K name, V value) {
        synchronized (lock) {
            V before = underWay.put(name, value);
            if (before != null) {
                whenGone.accept(before);
            }
            if (underWay.size() >= lookAt) {
                look();
            }
        }
    }

    private void look() {
        for (Iterator<Map.Entry<K, V>> all = underWay.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<K, V> each = all.next();
            if (isOver.test(each.getValue())) {
                over.put(each.getKey(), each.getValue());
                all.remove();
            }
        }
        lookAt = Math.max(LOOK_AT_MIN, 2 * underWay.size());
        for (Iterator<V> eldest = over.values().iterator(); over.size() > limits.overMax(); ) {
            whenGone.accept(eldest.next());
            eldest.remove();
        }
    }

    /** The value of a name; null if there is none. */
    public @Nullable V find(K name) {
        synchronized (lock) {
            V live = underWay.get(name);
            return live == null ? over.get(name) : live;
        }
    }
}
