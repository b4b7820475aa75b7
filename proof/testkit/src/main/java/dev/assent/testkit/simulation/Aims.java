package dev.assent.testkit.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The faults that a world aims at, so that rare ones happen. Not thread-safe. */
final class Aims {
    /** How often an aim is hit at most. */
    private static final int HITS_MAX = 3;

    private final World world;
    private final Map<Pair, Integer> hits = new HashMap<>();

    Aims(World world) {
        this.world = world;
    }

    /**
     * Whether this fault happens in the call because the world aims at it; a few times, and not when there is peace.
     */
    boolean isHit(String call, String fault) {
        if (world.profile().aims().isEmpty() || world.isPeaceful()) {
            return false;
        }
        Pair pair = new Pair(call, fault);
        boolean isIt = world.profile().aims().contains(pair)
                && hits.getOrDefault(pair, 0) < HITS_MAX
                && world.chance().of(0.5);
        if (isIt) {
            hits.merge(pair, 1, Integer::sum);
        }
        return isIt;
    }

    /** Which of these faults happens in the call because the world aims at it; null for none. */
    @Nullable String in(String call, Set<String> faults) {
        for (Pair aim : world.profile().aims()) {
            if (aim.call().equals(call) && faults.contains(aim.fault()) && isHit(call, aim.fault())) {
                return aim.fault();
            }
        }
        return null;
    }
}
