package dev.assent.remote.transport;

import java.util.HashMap;
import java.util.Map;

/**
 * How many of something each caller has: a node by whatever name, any other by {@link Caller#countedAs}.
 *
 * <p>Thread safety: none; who has it guards it.
 */
public final class CallerCounts {
    private final Map<Object, Integer> counts = new HashMap<>();

    /** Nobody has any. */
    public CallerCounts() {}

    private static Object counted(Caller caller) {
        return caller.node() != null ? caller.node() : caller.countedAs();
    }

    /** How many it has. */
    public int of(Caller caller) {
        return counts.getOrDefault(counted(caller), 0);
    }

    /** It has one more. */
    public void add(Caller caller) {
        counts.merge(counted(caller), 1, Integer::sum);
    }

    /** It has one less. */
    public void remove(Caller caller) {
        counts.computeIfPresent(counted(caller), (same, count) -> count == 1 ? null : count - 1);
    }

    /** Nobody has any more. */
    public void clear() {
        counts.clear();
    }
}
