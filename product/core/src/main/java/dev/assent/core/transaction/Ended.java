package dev.assent.core.transaction;

import dev.assent.core.identity.LocalTransactionId;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The latest subordinates of this epoch that were rolled back without a word of their superior, because they timed out
 * or the node was closed. If their superior then lets this node decide, it hears that it comes too late. For a
 * subordinate that is not remembered here, the answer is that nobody knows (law 11: a lost answer is never guessed).
 *
 * <p>Thread safety: any thread may call all methods.
 */
final class Ended {
    /** How many are remembered; the oldest is dropped first. Some 100 bytes each. */
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
