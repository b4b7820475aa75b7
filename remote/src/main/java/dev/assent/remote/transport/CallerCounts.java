package dev.assent.remote.transport;

import java.util.HashMap;
import java.util.Map;

/**
 * How many of something each caller has: a node by whatever name, any other by {@link Caller#countedAs}; and how many all
 * have that are counted by one host as well.
 *
 * <p>Thread safety: none; who has it guards it.
 */
public final class CallerCounts {
    private final Map<Object, Integer> counts = new HashMap<>();
    private final Map<Object, Integer> ofHosts = new HashMap<>();

    /** Nobody has any. */
    public CallerCounts() {}

    private static Object counted(Caller caller) {
        return caller.node() != null ? caller.node() : caller.countedAs();
    }

    /** How many it has. */
    public int of(Caller caller) {
        return counts.getOrDefault(counted(caller), 0);
    }

    /** How many all callers of its host have that show no certificate, also those that say they are nodes; 0 for one that does. */
    public int ofHost(Caller caller) {
        return isOfHost(caller) ? ofHosts.getOrDefault(caller.host(), 0) : 0;
    }

    private static boolean isOfHost(Caller caller) {
        return !caller.host().isEmpty();
    }

    /** It has one more. */
    public void add(Caller caller) {
        counts.merge(counted(caller), 1, Integer::sum);
        if (isOfHost(caller)) {
            ofHosts.merge(caller.host(), 1, Integer::sum);
        }
    }

    /** It has one less. */
    public void remove(Caller caller) {
        removeOne(counts, counted(caller));
        if (isOfHost(caller)) {
            removeOne(ofHosts, caller.host());
        }
    }

    private static void removeOne(Map<Object, Integer> from, Object whose) {
        from.computeIfPresent(whose, (same, count) -> count == 1 ? null : count - 1);
    }

    /** Nobody has any more. */
    public void clear() {
        counts.clear();
        ofHosts.clear();
    }
}
