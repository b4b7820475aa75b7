package dev.assent.core.transaction;

import dev.assent.core.identity.LocalTransactionId;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The last subordinates of this epoch that were rolled back without a word of their superior: their time was over, or the
 * node was closed. A superior that lets this node decide comes too late then, and is told so; of what is not remembered
 * here it can only be told that nobody knows (law 11).
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Ended {
    /** How many are remembered; the oldest goes first. Some 100 bytes each. */
    static final int REMEMBERED_MAX = 10_000;

    private final Set<LocalTransactionId> names = new LinkedHashSet<>();

    synchronized void add(LocalTransactionId name) {
        names.add(name);
        if (names.size() > REMEMBERED_MAX) {
            names.remove(names.iterator().next());
        }
    }

    synchronized boolean contains(LocalTransactionId name) {
        return names.contains(name);
    }
}
