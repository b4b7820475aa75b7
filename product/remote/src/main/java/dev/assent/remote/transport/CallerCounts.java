package dev.assent.remote.transport;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts something for each caller: a node under its id, any other caller under {@link Caller#countedAs}; and also for
 * all callers of a host that are counted by host.
 *
 * <p>Thread safety: none; its owner guards it.
 */
public final class CallerCounts {
    private final Map<Object, Integer> counts = new HashMap<>();
    private final Map<Object, Integer> ofHosts = new HashMap<>();

    /** All counts are 0. */
    public CallerCounts() {}

    private static Object counted(Caller caller) {
        return caller.node() != null ? caller.node() : caller.countedAs();
    }

    /** The count of a caller. */
    public int of(Caller caller) {
        return counts.getOrDefault(counted(caller), 0);
    }

    /**
     * The count of all callers of its host that show no certificate, claimed nodes included; 0 if the caller shows a
     * certificate.
     */
    public int ofHost(Caller caller) {
        return isOfHost(caller) ? ofHosts.getOrDefault(caller.host(), 0) : 0;
    }

    private static boolean isOfHost(Caller caller) {
        return !caller.host().isEmpty();
    }

    /** Adds one. */
    public void add(Caller caller) {
        counts.merge(counted(caller), 1, Integer::sum);
        if (isOfHost(caller)) {
            ofHosts.merge(caller.host(), 1, Integer::sum);
        }
    }

    /** Removes one. */
    public void remove(Caller caller) {
        removeOne(counts, counted(caller));
        if (isOfHost(caller)) {
            removeOne(ofHosts, caller.host());
        }
    }

    private static void removeOne(Map<Object, Integer> from, Object whose) {
        from.computeIfPresent(whose, (same, count) -> count == 1 ? null : count - 1);
    }

    /** Sets all counts to 0. */
    public void clear() {
        counts.clear();
        ofHosts.clear();
    }
}
