package dev.assent.transport.soap.desk;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of transactions, by their names: of all that are under way, and of the last that are over, so that who asks
 * again is told again. None that is under way goes to make room. Which are over is looked at when twice as many are there as
 * were left by the last look.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Remembered<K, V> {
    private static final int LOOK_AT_MIN = 64;

    private final Limits limits;
    private final Predicate<V> isOver;
    private final Consumer<V> whenGone;
    /** Guards what follows. */
    private final Object lock = new Object();

    private final Map<K, V> underWay = new LinkedHashMap<>();
    private final Map<K, V> over = new LinkedHashMap<>();
    private int lookAt = LOOK_AT_MIN;

    /**
     * How many there are at most.
     *
     * @param underWayMax for more there is no room
     * @param overMax the eldest goes
     */
    public record Limits(int underWayMax, int overMax) {}

    /**
     * None yet.
     *
     * @param isOver whether one is, and may be forgotten
     * @param whenGone is told of each that is not known any more; as the other, it must not come back here
     */
    public Remembered(Limits limits, Predicate<V> isOver, Consumer<V> whenGone) {
        this.limits = limits;
        this.isOver = isOver;
        this.whenGone = whenGone;
    }

    /** Whether one more can be kept. */
    public boolean hasRoom() {
        synchronized (lock) {
            if (underWay.size() >= limits.underWayMax()) {
                look();
            }
            return underWay.size() < limits.underWayMax();
        }
    }

    /** Keeps one more, also when several have seen the same room. */
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

    /** The one of this name; null when there is none. */
    public @Nullable V find(K name) {
        synchronized (lock) {
            V live = underWay.get(name);
            return live == null ? over.get(name) : live;
        }
    }
}
